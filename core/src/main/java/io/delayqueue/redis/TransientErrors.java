package io.delayqueue.redis;

import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Distinguishes transient failures of Redis from refusals. */
final class TransientErrors {

    /** Prefixes of the error replies of a server that is starting, failing over or moving slots. */
    private static final List<String> TRANSIENT =
            List.of("LOADING", "READONLY", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "BUSY ", "UNBLOCKED");

    /** Such replies within the message of a script with a failed command. */
    private static final List<String> TRANSIENT_IN_SCRIPTS =
            List.of("-READONLY", "-CLUSTERDOWN", "-MASTERDOWN", "Script attempted to access a non local key");

    private TransientErrors() {}

    /** Whether the same call is likely to succeed soon. */
    static boolean isTransient(JedisException failure) {
        if (failure instanceof JedisConnectionException || failure instanceof JedisClusterOperationException) {
            return true;
        }
        if (failure instanceof JedisDataException) {
            String message = String.valueOf(failure.getMessage());
            return TRANSIENT.stream().anyMatch(message::startsWith)
                    || TRANSIENT_IN_SCRIPTS.stream().anyMatch(message::contains);
        }
        // Thrown by the pool if no connection is free or can be created.
        return failure.getClass() == JedisException.class;
    }

    /** Whether the server refused a write because it is a replica. */
    static boolean isReadOnly(JedisException failure) {
        String message = String.valueOf(failure.getMessage());
        return failure instanceof JedisDataException
                && (message.startsWith("READONLY") || message.contains("-READONLY"));
    }

    /** Whether a socket did not connect or answer in time, or no pooled connection became free in time. */
    static boolean isTimeout(Throwable failure) {
        return isCausedBy(
                failure, cause -> cause instanceof SocketTimeoutException || cause instanceof NoSuchElementException);
    }

    /** Whether the thread was interrupted while it waited for a pooled connection or another attempt of Jedis. */
    static boolean isInterruption(Throwable failure) {
        return isCausedBy(failure, InterruptedException.class::isInstance);
    }

    /** Whether no connection was made, because the time of the call was over. */
    static boolean isCallOver(Throwable failure) {
        return isCausedBy(failure, CallTime.OverException.class::isInstance);
    }

    private static boolean isCausedBy(Throwable failure, Predicate<Throwable> kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // Jedis adds the last failure of its own attempts to the suppressed ones.
            if (kind.test(cause)
                    || Arrays.stream(cause.getSuppressed()).anyMatch(suppressed -> isCausedBy(suppressed, kind))) {
                return true;
            }
        }
        return false;
    }
}
