package io.delayqueue.autoconfigure.observation;

import io.delayqueue.log.Loggers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Keeps failures of predicates, handlers and conventions from what is observed, errors too: a task must not be lost, or run
 * again, for its span.
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

    /** What a step gives, or the fallback if it fails. */
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
            log.error("An observation has failed; adds and callbacks go on without; logged once", failure);
        } else {
            log.debug("An observation has failed", failure);
        }
    }
}
