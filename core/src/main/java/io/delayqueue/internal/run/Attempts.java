package io.delayqueue.internal.run;

import io.delayqueue.Task;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.internal.drive.AttemptedTask;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Passes attempts through the interceptors, and tracks the attempt of each thread, so that an attempt that removes or adds its own task is
 * recognised.
 */
public final class Attempts {

    private final List<TaskInterceptor> interceptors;

    private final ThreadLocal<@Nullable Attempt> current = new ThreadLocal<>();

    interface Step {
        void run() throws Exception;
    }

    /**
     * Creates it without attempts.
     *
     * @param interceptors intercept callbacks, the first one outermost
     */
    public Attempts(List<TaskInterceptor> interceptors) {
        this.interceptors = interceptors;
    }

    /** Passes an attempt through the interceptors to its callback. */
    void pass(Attempt attempt, Invocation callback, AttemptContext context) throws Exception {
        List<TaskInterceptor> around = attempt.caller().around(interceptors);
        during(attempt, () -> Interception.pass(around, callback, context, false));
    }

    /** Runs a step of an attempt on this thread, possibly within a step of another attempt. */
    void during(Attempt attempt, Step step) throws Exception {
        Attempt outer = current.get();
        current.set(attempt);
        try {
            step.run();
        } finally {
            current.set(outer);
        }
    }

    /** Returns the attempt of this thread if its task has the id of this one and does not repeat; null otherwise. */
    public @Nullable AttemptedTask ownOnce(Task task) {
        Attempt own = current.get();
        return own == null || !own.first().topic().equals(task.topic())
                ? null
                : own.tasks().stream()
                        .filter(one -> one.repeat() == null && one.id().equals(task.id()))
                        .findFirst()
                        .orElse(null);
    }

    /**
     * Notes that this thread removes tasks.
     *
     * @param which the attempts whose tasks it removes
     */
    public void removing(Predicate<AttemptedTask> which) {
        Attempt own = current.get();
        if (own != null && which.test(own.first())) {
            own.removesOwnTask();
        }
    }
}
