package io.delayqueue.internal.consume;

import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.store.Outcome;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Makes the attempts of one topic on its workers, and ends each once. */
final class TopicAttempts {

    /** Maximum number of callbacks that ignore their interrupt and are replaced by a new thread. */
    private static final int MAX_ABANDONED = 100;

    private final TaskRunner runner;

    private final GroupContext context;

    private final TopicExecutions executions;

    private final DeadLetterNotifier deadLetters;

    /** Called when there is room for more, on a thread that may ask the store. */
    private final Runnable freed;

    private final Workers workers;

    private final SuspendedAttempts suspended;

    /** {@link #freed}, on another thread. */
    private final FewThreads refills;

    private final AtomicInteger abandoned = new AtomicInteger();

    TopicAttempts(
            TaskRunner runner,
            GroupContext context,
            TopicExecutions executions,
            DeadLetterNotifier deadLetters,
            Executor cancellations,
            Runnable freed) {
        this.runner = runner;
        this.context = context;
        this.executions = executions;
        this.deadLetters = deadLetters;
        this.freed = freed;
        this.workers = new Workers(runner.concurrency(), context.driver(), this::execute);
        this.suspended =
                new SuspendedAttempts(context.driver(), workers, cancellations, this::resume, executions::forget);
        this.refills = new FewThreads(context.helpers(), 1);
    }

    Workers workers() {
        return workers;
    }

    /** Number of callbacks that still run although their attempt has ended. */
    int abandoned() {
        return abandoned.get();
    }

    /** Ends attempts whose work has ended, and that have waited too long for a thread. */
    void endStalled(long now, long patience) {
        suspended.endStalled(now, patience);
    }

    /** Runs one task if it may still begin; false if its worker was replaced meanwhile, or its work continues without it. */
    private boolean execute(TaskExecution execution) {
        if (!execution.isLeased()) {
            // This instance was paused, or the store away: another one may have the task by now.
            if (takeBack(execution)) {
                freed.run();
            }
            return true;
        }
        AttemptCaller caller = context.driver().caller(execution);
        if (!execution.begin(caller)) {
            return true;
        }
        PendingOutcome outcome;
        try {
            outcome = runner.run(execution);
            caller.returned();
            if (outcome == null && suspended.suspend(execution)) {
                caller.clearInterruption();
                return false;
            }
        } catch (Throwable e) {
            leave(execution, caller, null);
            throw e;
        }
        return end(execution, caller, outcome);
    }

    /** Ends a task whose work continued without a worker; false if it was abandoned meanwhile, or its worker replaced. */
    private boolean resume(TaskExecution execution) {
        AttemptCaller caller = execution.resume();
        if (caller == null) {
            runner.endLate(execution);
            return false;
        }
        PendingOutcome outcome;
        try {
            outcome = runner.end(execution);
            caller.returned();
        } catch (Throwable e) {
            leave(execution, caller, null);
            throw e;
        }
        return end(execution, caller, outcome);
    }

    private boolean end(TaskExecution execution, AttemptCaller caller, @Nullable PendingOutcome outcome) {
        boolean stays = leave(execution, caller, outcome);
        if (stays) {
            freed.run();
        }
        return stays;
    }

    /**
     * Ends an attempt on its thread, unless it was abandoned.
     *
     * @param outcome the outcome; without one, the delivery is as if its instance had crashed
     * @return false if the worker was replaced
     */
    private boolean leave(TaskExecution execution, AttemptCaller caller, @Nullable PendingOutcome outcome) {
        boolean mine = execution.tryEnd();
        caller.clearInterruption();
        executions.slotFreed();
        if (!mine) {
            if (!execution.isSuspended()) {
                abandoned.decrementAndGet();
            }
            if (execution.isReplaced()) {
                return false;
            }
        }
        try {
            if (mine && outcome != null) {
                if (!(outcome.outcome() instanceof Outcome.Dead) || !deadLetters.hasListeners()) {
                    // Listeners of dead letters read it.
                    execution.forgetDetail();
                }
                executions.acknowledge(execution, outcome);
                ran(execution, outcome.outcome());
            } else if (mine) {
                executions.forget(execution);
            }
        } finally {
            workers.release();
        }
        return true;
    }

    private void ran(TaskExecution execution, Outcome outcome) {
        long nanos = context.time().now() - execution.begunAt();
        executions.ran(nanos);
        if (!(outcome instanceof Outcome.Released)) {
            context.observers().ran(execution.topic(), Duration.ofNanos(nanos));
        }
    }

    /** Gives back a task that no worker has begun; false if one has, or it was given back before. */
    boolean takeBack(TaskExecution execution) {
        if (!execution.giveBack()) {
            return false;
        }
        workers.release();
        executions.giveBack(execution);
        return true;
    }

    /** Ends an attempt whose callback does not: its worker is replaced, unless too many were, and leaves when it returns. */
    boolean abandon(TaskExecution execution, PendingOutcome outcome) {
        boolean replace = abandoned.incrementAndGet() <= MAX_ABANDONED;
        if (!execution.abandon(replace)) {
            abandoned.decrementAndGet();
            return false;
        }
        if (execution.isSuspended()) {
            // There is no thread that does not return.
            abandoned.decrementAndGet();
        }
        executions.slotFreed();
        try {
            executions.acknowledge(execution, outcome);
        } finally {
            if (execution.isReplaced()) {
                workers.replace();
                // On another thread: to reserve waits for the store.
                refills.execute(freed);
            }
        }
        return true;
    }
}
