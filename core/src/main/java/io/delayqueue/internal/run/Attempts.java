package io.delayqueue.internal.run;

import io.delayqueue.internal.drive.Attempt;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tracks the attempt of each thread, so that an attempt is not interrupted when it removes its own task. */
public final class Attempts {

    private final ThreadLocal<@Nullable TaskExecution> current = new ThreadLocal<>();

    /** Records the attempt of this thread, possibly within another one; returns that for {@link #leave}. */
    @Nullable
    TaskExecution enter(TaskExecution execution) {
        TaskExecution outer = current.get();
        current.set(execution);
        return outer;
    }

    void leave(@Nullable TaskExecution outer) {
        if (outer == null) {
            current.remove();
        } else {
            current.set(outer);
        }
    }

    /**
     * Removes tasks.
     *
     * @param which the attempts whose tasks it removes
     */
    public <T> T remove(Predicate<Attempt> which, Supplier<T> removal) {
        TaskExecution own = current.get();
        if (own != null && which.test(own)) {
            own.spare();
        }
        return removal.get();
    }
}
