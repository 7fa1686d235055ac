package io.delayqueue.migrate;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskStoreUnavailableException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Thrown when a migration cannot begin or go on. Nothing is lost: each task is at the source, taken beside it, or added. The message says what
 * was moved, and what to do before the next {@link Migration#move}.
 */
public class MigrationException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    MigrationException(String message) {
        super(message, null);
    }

    /** Says what was moved, and what to do. */
    MigrationException(MigrationReport report, Throwable cause) {
        super(
                report + ". The migration has stopped, and nothing is lost: " + cause.getMessage() + advice(cause),
                cause);
    }

    private static String advice(Throwable failure) {
        if (failure instanceof MigrationException) {
            return "";
        }
        String message = String.valueOf(failure.getMessage());
        String store = failure instanceof JedisException ? "source" : "target";
        if (isFull(message)) {
            return ". The Redis of the " + store + " has no memory left: give it more with maxmemory, and move again";
        }
        if (message.contains("WRONGTYPE")) {
            return ". A key of the " + store + " has another type: is the name right, and is it a queue of this kind?";
        }
        return failure instanceof JedisException || failure instanceof TaskStoreUnavailableException
                ? ". The " + store + " did not answer, or refused: when it answers, move again"
                : ". Correct this, and move again";
    }

    static boolean isFull(String message) {
        return message.contains("OOM ");
    }
}
