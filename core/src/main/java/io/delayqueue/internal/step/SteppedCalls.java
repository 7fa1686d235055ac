package io.delayqueue.internal.step;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.internal.drive.Stepper;
import io.delayqueue.internal.drive.Trouble;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskRun;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.ReservedTask;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;

/** Calls callbacks on the thread that steps, one within another where one of them lets time pass. */
public final class SteppedCalls {

    private static final Logger log = Loggers.of(SteppedCalls.class);

    private final SteppedContext context;

    private final Stepper stepper;

    /** The callbacks that run, each begun while the one below it took its time. */
    private final Deque<SteppedTask> calls = new ArrayDeque<>();

    public SteppedCalls(SteppedContext context, Stepper stepper) {
        this.context = context;
        this.stepper = stepper;
    }

    /** The outermost of what stands around callbacks. */
    public void attempt(TaskInvocation invocation) throws Exception {
        calls.element().watcher().attempt(invocation);
    }

    /** The innermost of what stands around callbacks. */
    public void call(TaskInvocation invocation) throws Exception {
        calls.element().watcher().call(invocation);
    }

    /** Calls the callback of a task that was reserved, and has its outcome told. */
    void run(SteppedGroup group, SteppedTopic topic, ReservedTask reserved, long storeTime) {
        TaskRun run = new TaskRun(
                reserved,
                storeTime,
                context.time().now(),
                context.lease(),
                context.time().nanoTime(),
                asked -> look(asked, group.name()));
        SteppedTask task = new SteppedTask(topic.name(), run, stepper);
        topic.running().add(task);
        run.begin(task);
        boolean interruptedBefore = Thread.currentThread().isInterrupted();
        calls.push(task);
        PendingOutcome outcome;
        try {
            outcome = outcome(topic, run);
            task.watcher().returned();
        } finally {
            calls.pop();
        }
        if (!interruptedBefore) {
            // An interruption of the callback's own must not reach the next.
            Thread.interrupted();
        }
        if (run.settle()) {
            topic.running().remove(task);
            group.outcomes().add(task, outcome);
        }
    }

    private PendingOutcome outcome(SteppedTopic topic, TaskRun run) {
        try {
            return topic.runner().run(run);
        } catch (Throwable e) {
            log.debug(
                    "The outcome of {} in {} cannot be acknowledged; it is given back",
                    run.delivery().id(),
                    topic.name(),
                    e);
            context.observers().troubles().add(topic.name(), Trouble.UNTOLD, 1, e);
            return PendingOutcome.started(run);
        }
    }

    /** Nobody tells of tasks that were cancelled or replaced while they run. */
    private void look(TaskRun run, String group) {
        if (run.isLost()) {
            // Whatever became of it since.
            return;
        }
        try {
            TaskInfo task = context.backend()
                    .tasks()
                    .find(group, List.of(run.delivery().id()))
                    .get(0);
            int attempt = run.task().attempt();
            if (task == null || task.attempts() < attempt) {
                run.cancel();
            } else if (task.state() != TaskState.RESERVED || task.attempts() > attempt) {
                run.lost();
            }
        } catch (TaskStoreException e) {
            log.debug(
                    "Whether {} in {} was cancelled could not be asked",
                    run.delivery().id(),
                    group,
                    e);
        }
    }
}
