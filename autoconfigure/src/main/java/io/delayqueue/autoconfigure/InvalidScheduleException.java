package io.delayqueue.autoconfigure;

import io.delayqueue.Task;

/** Thrown if a bean declares a repeating task that its queue refuses. */
public final class InvalidScheduleException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    InvalidScheduleException(String bean, Task task, RuntimeException cause) {
        super(
                "The bean '" + bean + "' declares the schedule " + task.id() + " of " + task.topic()
                        + ", which is wrong: " + cause.getMessage(),
                cause);
    }
}
