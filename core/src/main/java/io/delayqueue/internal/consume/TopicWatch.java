package io.delayqueue.internal.consume;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.run.Attempt;
import io.delayqueue.internal.run.Attempt.Reason;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Ends attempts of one topic early: those whose time is over, or which a message ends. Reports a topic of which no callback ends. */
public final class TopicWatch {

    private static final Logger log = Loggers.of(TopicWatch.class);

    /** How long a reserved task may wait for a worker. */
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(250);

    private final TopicName topic;

    private final TaskRunner runner;

    private final GroupContext context;

    private final TopicExecutions executions;

    /** Gives up attempts whose time is over: calls that cancel work and do not return must not keep it from that. */
    private final FewThreads givers;

    /** How long all slots have been busy without the end of a callback, if that is too long. */
    private volatile @Nullable Duration blocked;

    TopicWatch(TopicName topic, TaskRunner runner, GroupContext context, TopicExecutions executions) {
        this.topic = topic;
        this.runner = runner;
        this.context = context;
        this.executions = executions;
        this.givers = new FewThreads(context.driver().pools().helpers(), 1);
    }

    public EngineStatus.TopicStatus status() {
        return new EngineStatus.TopicStatus(
                topic,
                runner.concurrency(),
                executions.workers.running(),
                executions.workers.waiting(),
                executions.abandoned.get(),
                executions.unacknowledged.get(),
                blocked);
    }

    /** Logs that no callback of the topic has ended for so long while none could begin: once until one ends. */
    void reportIfBlocked(long now, Duration blockedAfter) {
        Duration ttr = runner.ttr();
        // What may run so long does not hang, and the end of that time ends it.
        Duration after = ttr != null && ttr.compareTo(blockedAfter) > 0 ? ttr : blockedAfter;
        boolean reported = blocked != null;
        Duration busy = Duration.ofNanos(now - executions.workers.slotFreedAt(now));
        blocked = busy.compareTo(after) < 0 ? null : busy;
        if (!reported && blocked != null) {
            executions
                    .attempts()
                    .max(Comparator.comparingLong(attempt -> attempt.runningFor(now)))
                    .ifPresent(longest -> log.warn(
                            "{} is blocked here: all {} concurrency slots are busy, and no callback has ended for {} s. The"
                                    + " callback of {}, attempt {}, has run for {} s. A ttr ends such callbacks, and so does the"
                                    + " removal of their task. Logged once until a callback ends",
                            topic,
                            runner.concurrency(),
                            after.toSeconds(),
                            longest.first().id(),
                            longest.first().number(),
                            TimeUnit.NANOSECONDS.toSeconds(Math.max(0, longest.runningFor(now))),
                            longest.stack()));
        }
    }

    /** Gives tasks back that have waited too long for a worker, ends attempts whose time is over, and reports a blocked topic. */
    public void maintain(long now) {
        executions.giveBackStalled(now, PATIENCE);
        givers.start();
        endOverdue(now);
        if (!context.time().moved()) {
            // In virtual time a callback lets any time pass.
            reportIfBlocked(now, context.blockedAfter());
        }
    }

    void endOverdue(long now) {
        List<Attempt> overdue = overdue(now);
        if (!overdue.isEmpty() && givers.isIdle()) {
            givers.execute(() -> overdue.forEach(this::giveUp));
        }
    }

    /**
     * A message reports the removal or replacement of a task while it was delivered. If its callback has not begun it goes back to the
     * store, which knows whether that is so; else the callback can see it. A task whose message is here before the reply that brings its
     * delivery begins: the store refuses its outcome.
     *
     * @param interrupt whether a callback that has begun is interrupted, for the task is removed
     */
    public void discard(String id, long number, boolean interrupt) {
        for (TaskExecution execution : find(id, number)) {
            execution.cancel();
            if (runner.batchSize() > 0) {
                // The others of its batch go on. A batch that has not begun leaves the task out.
                continue;
            }
            if (executions.takeBack(execution.attempt())) {
                executions.calls.execute(executions.freed);
            } else if (interrupt) {
                execution.attempt().interrupt(Reason.REMOVAL);
            }
        }
    }

    /**
     * A message asks for the interruption of an attempt, as the store has to confirm. One whose callback has not begun
     * goes on. In a batch the attempt is that of the whole piece.
     */
    public void interrupted(String id, long number) {
        find(id, number).forEach(execution -> executions.calls.execute(() -> interruptIfConfirmed(execution)));
    }

    private List<TaskExecution> find(String id, long number) {
        return executions.all().stream()
                .filter(execution -> execution.delivery().number() == number
                        && execution.id().equals(id))
                .toList();
    }

    private void interruptIfConfirmed(TaskExecution execution) {
        try {
            if (context.tasks().isInterruptRequested(topic.group(), execution.delivery())
                    && execution.attempt().interrupt(Reason.REQUEST)) {
                log.info("Attempt {} of {} in {} is interrupted on request", execution.number(), execution.id(), topic);
            }
        } catch (TaskStoreException e) {
            // As if the message had been lost.
            log.debug("The request to interrupt {} in {} could not be confirmed", execution.id(), topic, e);
        }
    }

    private List<Attempt> overdue(long now) {
        List<Attempt> overdue = new ArrayList<>();
        executions.attempts().forEach(attempt -> {
            if (attempt.caller().isPaused()) {
                // It would have ended by itself, or gone on, were it not for those that run within it.
                return;
            }
            boolean timeOver = attempt.interruptIfTimedOut(now);
            if (timeOver) {
                log.debug(
                        "{} in {} has run out of time and is interrupted",
                        attempt.first().id(),
                        topic);
            }
            if (timeOver && !attempt.canAnswer() || attempt.isOverdue(now)) {
                overdue.add(attempt);
            }
        });
        overdue.sort(Attempt.IN_ORDER);
        return overdue;
    }

    /** Ends an attempt that cannot, or does not, answer an interruption. Calls the application. */
    private void giveUp(Attempt attempt) {
        TaskExecution first = attempt.first();
        try {
            boolean ignored = attempt.canAnswer();
            if (executions.abandon(attempt, runner.recorded(runner.overrun(attempt))) && ignored) {
                TaskEvent event = attempt.isReplaced() ? TaskEvent.STUCK : TaskEvent.STUCK_UNREPLACED;
                context.observers().report(first, event, null);
            }
        } catch (RuntimeException e) {
            log.error("The attempt of {} in {} whose time is over could not be ended", first.id(), topic, e);
        }
    }
}
