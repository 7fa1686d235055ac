package io.delayqueue.autoconfigure.observation;

import io.delayqueue.log.Loggers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Contains exceptions and errors of predicates, handlers and conventions: a task must not be lost, or run again, because of its
 * span.
 */
final class Guard {

    private static final Logger log = Loggers.of(Guard.class);

    private final AtomicBoolean said = new AtomicBoolean();

    void run(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** Returns the result of a step, or the fallback if it fails. */
    <T> T get(Supplier<T> step, T fallback) {
        try {
            return step.get();
        } catch (Throwable e) {
            failed(e);
            return fallback;
        }
    }

    private void failed(Throwable failure) {
        if (said.compareAndSet(false, true)) {
            log.error("An observation has failed; adds and callbacks continue without it; logged once", failure);
        } else {
            log.debug("An observation has failed", failure);
        }
    }
}
