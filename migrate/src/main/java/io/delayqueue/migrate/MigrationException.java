package io.delayqueue.migrate;

import io.delayqueue.DelayQueueException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a migration cannot begin or go on. Nothing is lost: each task is at the source, taken beside it, or added. The message says what
 * was moved, and what to do before the next {@link Migration#move}.
 */
public class MigrationException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    MigrationException(String message) {
        this(message, null);
    }

    MigrationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
