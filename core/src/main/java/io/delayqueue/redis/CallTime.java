package io.delayqueue.redis;

import java.util.concurrent.TimeUnit;
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
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final ThreadLocal<@Nullable CallTime> CURRENT = new ThreadLocal<>();

    private final long noConnectionAfter;

    private final @Nullable CallTime outer;

    private CallTime(long noConnectionAfter, @Nullable CallTime outer) {
        this.noConnectionAfter = noConnectionAfter;
        this.outer = outer;
    }

    /** Begins a call of the calling thread, which ends no later than the call it is part of; null, which is no limit, if the call has no time-out. */
    static @Nullable CallTime begin(long timeoutNanos) {
        if (timeoutNanos == 0) {
            return null;
        }
        long usable = timeoutNanos - Math.min(LEAST_NANOS, timeoutNanos / 10);
        CallTime outer = CURRENT.get();
        long until = System.nanoTime() + usable;
        if (outer != null && outer.noConnectionAfter - until < 0) {
            until = outer.noConnectionAfter;
        }
        CallTime time = new CallTime(until, outer);
        CURRENT.set(time);
        return time;
    }

    /** Ends what {@link #begin} began. */
    static void end(@Nullable CallTime time) {
        if (time == null) {
            return;
        }
        if (time.outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(time.outer);
        }
    }

    /** Throws an exception if the calling thread's call has no time left for a connection. */
    static void requireLeft() {
        CallTime time = CURRENT.get();
        if (time != null && System.nanoTime() - time.noConnectionAfter > 0) {
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
