package io.delayqueue.redis;

import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Distinguishes transient failures of Redis from refusals. */
final class TransientErrors {

    /** Prefixes of the error replies of a server that is starting, failing over or moving slots. */
    private static final List<String> TRANSIENT =
            List.of("LOADING", "READONLY", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "BUSY ");

    /** Reply to a script while a slot moves. */
    private static final String NON_LOCAL = "Script attempted to access a non local key";

    /** Prefixes of the error replies with which a server refuses every command, or every one that writes or needs memory. */
    private static final List<String> REFUSALS = List.of(
            "READONLY", "MISCONF", "NOREPLICAS", "OOM ", "WRONGPASS", "NOAUTH", "ERR AUTH ", "ERR invalid password");

    private TransientErrors() {}

    /** Whether the same call is likely to succeed soon. */
    static boolean isTransient(JedisException failure) {
        if (failure instanceof JedisConnectionException || failure instanceof JedisClusterOperationException) {
            return true;
        }
        if (failure instanceof JedisDataException) {
            return TRANSIENT.stream().anyMatch(prefix -> isReply(failure, prefix))
                    || String.valueOf(failure.getMessage()).contains(NON_LOCAL);
        }
        // Thrown by the pool if no connection is free or can be created.
        return failure.getClass() == JedisException.class;
    }

    /**
     * Returns the reply with which the server refuses every call, or every one that writes or needs memory; null if the failure is
     * another one. The pool adds such a reply to a new connection to the failure of the broken one.
     */
    static @Nullable String refusal(JedisException failure) {
        Throwable root = rootOf(failure);
        return REFUSALS.stream().anyMatch(prefix -> isReply(root, prefix)) ? root.getMessage() : null;
    }

    /** Whether the server has answered, with an error. */
    static boolean isAnswer(JedisException failure) {
        return failure instanceof JedisDataException
                || String.valueOf(failure.getMessage()).startsWith("Unknown reply");
    }

    /** Whether a reply has this prefix, or has it within the message of a script with a failed command. */
    static boolean isReply(Throwable failure, String prefix) {
        String message = String.valueOf(failure.getMessage());
        return failure instanceof JedisDataException && (message.startsWith(prefix) || message.contains("-" + prefix));
    }

    /** Returns the cause of a failure, or null. Jedis adds the last failure of its own attempts to the suppressed ones. */
    static @Nullable Throwable causeOf(Throwable failure) {
        Throwable[] suppressed = failure.getSuppressed();
        return suppressed.length > 0 ? suppressed[0] : failure.getCause();
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable cause = causeOf(failure);
        return cause == null ? failure : rootOf(cause);
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
