package io.delayqueue.migrate;

import io.delayqueue.TaskStoreUnavailableException;
import redis.clients.jedis.exceptions.JedisException;

/** Says what to do when a migration stops. */
final class Advice {

    private Advice() {}

    static MigrationException of(MigrationReport report, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return new MigrationException(
                report + ". The migration has stopped, and nothing is lost: " + message + advice(failure, message),
                failure);
    }

    private static String advice(Throwable failure, String message) {
        if (failure instanceof MigrationException) {
            return "";
        }
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
