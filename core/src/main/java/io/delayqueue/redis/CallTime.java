package io.delayqueue.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Limits the time in which the call of a thread may make connections.
 *
 * <p>The pool replaces a broken connection at once, on the thread whose call broke it (Commons Pool 2.13), and neither it nor Jedis
 * takes a time limit for that. On a server that hangs the new connection costs its caller a second time-out.
 */
final class CallTime {

    /** Tolerance for sockets that time out early: so little time is not enough for a new connection. */
    private static final long LEAST_NANOS = MILLISECONDS.toNanos(20);

    /** Time of {@link System#nanoTime} after which the thread makes no connection. */
    private static final ThreadLocal<@Nullable Long> NO_CONNECTION_AFTER = new ThreadLocal<>();

    private CallTime() {}

    /** Makes a call, which ends no later than the call it is part of; zero is no limit. */
    static <T> T within(long timeoutNanos, Supplier<T> call) {
        if (timeoutNanos == 0) {
            return call.get();
        }
        long until = System.nanoTime() + timeoutNanos - Math.min(LEAST_NANOS, timeoutNanos / 10);
        Long outer = NO_CONNECTION_AFTER.get();
        NO_CONNECTION_AFTER.set(outer == null || until - outer < 0 ? Long.valueOf(until) : outer);
        try {
            return call.get();
        } finally {
            NO_CONNECTION_AFTER.set(outer);
        }
    }

    /** Throws an exception if the calling thread's call has no time left for a connection. */
    static void requireLeft() {
        Long until = NO_CONNECTION_AFTER.get();
        if (until != null && System.nanoTime() - until > 0) {
            throw new OverException();
        }
    }

    /** Thrown instead of making a connection. The reason of a failed call is an earlier failure, if there is one. */
    static final class OverException extends JedisConnectionException {

        private static final long serialVersionUID = 1L;

        private OverException() {
            super("The time of the call is over: no connection is made");
        }
    }
}
