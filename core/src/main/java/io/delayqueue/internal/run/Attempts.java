package io.delayqueue.internal.run;

import io.delayqueue.internal.drive.Attempt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tracks the attempt of each thread, so that an attempt is not interrupted when it removes its own task. */
public final class Attempts {

    private final ThreadLocal<@Nullable TaskExecution> current = new ThreadLocal<>();

    private final Consumer<Predicate<Attempt>> removed;

    /** Code of an attempt. */
    interface Body {
        void run() throws Exception;
    }

    /**
     * Creates the tracker.
     *
     * @param removed receives the attempts that may have lost their task in a removal by this engine
     */
    public Attempts(Consumer<Predicate<Attempt>> removed) {
        this.removed = removed;
    }

    /** Runs an attempt on this thread, possibly nested in another one. */
    void make(TaskExecution execution, Body body) throws Exception {
        TaskExecution outer = current.get();
        current.set(execution);
        try {
            body.run();
        } finally {
            if (outer == null) {
                current.remove();
            } else {
                current.set(outer);
            }
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
        T result = removal.get();
        removed.accept(which);
        return result;
    }
}
