package io.delayqueue.internal.run;

import io.delayqueue.internal.drive.Attempt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows which attempt a thread makes, and spares it the interruption when it removes its own task. */
public final class Attempts {

    private final ThreadLocal<@Nullable TaskExecution> current = new ThreadLocal<>();

    private final Consumer<Predicate<Attempt>> removed;

    /** What an attempt does. */
    interface Body {
        void run() throws Exception;
    }

    /**
     * Creates it.
     *
     * @param removed receives which attempts may have lost their task by a removal of this engine's
     */
    public Attempts(Consumer<Predicate<Attempt>> removed) {
        this.removed = removed;
    }

    /** Makes an attempt on this thread, within another one if the thread makes one. */
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
