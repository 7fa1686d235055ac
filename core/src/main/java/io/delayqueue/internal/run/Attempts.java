package io.delayqueue.internal.run;

import io.delayqueue.Task;
import io.delayqueue.internal.drive.Attempt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tracks the attempt of each thread, so that an attempt that removes or adds its own task is recognised. */
public final class Attempts {

    private final ThreadLocal<@Nullable TaskExecution> current = new ThreadLocal<>();

    interface Step {
        void run() throws Exception;
    }

    /** Runs a step of an attempt on this thread, possibly within a step of another attempt. */
    void during(TaskExecution execution, Step step) throws Exception {
        TaskExecution outer = current.get();
        current.set(execution);
        try {
            step.run();
        } finally {
            if (outer == null) {
                current.remove();
            } else {
                current.set(outer);
            }
        }
    }

    /** Returns the attempt of this thread if its task has the id of this one and does not repeat; null otherwise. */
    public @Nullable Attempt ownOnce(Task task) {
        TaskExecution own = current.get();
        return own == null || !own.topic().equals(task.topic())
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
    public void removing(Predicate<Attempt> which) {
        TaskExecution own = current.get();
        if (own != null && which.test(own)) {
            own.removesOwnTask();
        }
    }
}
