package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.ServiceRegister.Unregistration;
import java.io.Serial;

/** Refusal to unregister a topic or a group that has tasks or consumers. */
final class StillUsedException extends RuntimeException {

    /** HTTP status of the response. */
    static final int STATUS = 409;

    @Serial
    private static final long serialVersionUID = 1L;

    StillUsedException(Unregistration outcome) {
        super(
                outcome == Unregistration.HAS_TASKS
                        ? "It has tasks, perhaps dead letters: remove them first"
                        : "An instance consumes it: stop its consumers first");
    }
}
