package io.delayqueue.autoconfigure.observation;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps failures of handlers and conventions from what is observed: a task must not be lost, or run again, for its span. */
final class Guard {

    private static final Logger log = LoggerFactory.getLogger(Guard.class);

    private final AtomicBoolean said = new AtomicBoolean();

    void run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError e) {
            if (said.compareAndSet(false, true)) {
                log.error("An observation has failed; adds and callbacks go on without. This is said once", e);
            } else {
                log.debug("An observation has failed", e);
            }
        }
    }
}
