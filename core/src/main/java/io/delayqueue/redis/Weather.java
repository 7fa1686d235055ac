package io.delayqueue.redis;

import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Tells failures that pass by themselves from refusals. */
final class Weather {

    /** How error replies begin that a server gives while it starts, fails over, or moves slots. */
    private static final List<String> PASSING =
            List.of("LOADING", "READONLY", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "BUSY ", "UNBLOCKED");

    /** What stands inside the message when a command within a script met such a server. */
    private static final List<String> PASSING_IN_SCRIPTS =
            List.of("-READONLY", "-CLUSTERDOWN", "-MASTERDOWN", "Script attempted to access a non local key");

    private Weather() {}

    /** Whether the same call can be expected to succeed soon. */
    static boolean passes(JedisException failure) {
        if (failure instanceof JedisConnectionException || failure instanceof JedisClusterOperationException) {
            return true;
        }
        if (failure instanceof JedisDataException) {
            String message = String.valueOf(failure.getMessage());
            return PASSING.stream().anyMatch(message::startsWith)
                    || PASSING_IN_SCRIPTS.stream().anyMatch(message::contains);
        }
        // What the pool throws when no connection becomes free or none can be made.
        return failure.getClass() == JedisException.class;
    }

    /** Whether the failure is that a socket did not connect or answer in time, or that no pooled connection became free. */
    static boolean isTimeout(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException || cause instanceof NoSuchElementException) {
                return true;
            }
            // How Jedis keeps the last failure of several attempts of its own.
            if (Arrays.stream(cause.getSuppressed()).anyMatch(Weather::isTimeout)) {
                return true;
            }
        }
        return false;
    }
}
