package io.delayqueue.internal.codec;

import java.time.Duration;
import java.time.Instant;

/** Times in whole milliseconds, rounded up: nothing is due early. Lengths of time up to a longest. */
public final class Millis {

    private static final int ROUND_UP = 999_999;

    private Millis() {}

    /**
     * {@return a delay in milliseconds}
     *
     * @param delay not negative
     */
    public static long up(Duration delay) {
        return delay.plusNanos(ROUND_UP).toMillis();
    }

    /**
     * {@return an instant in milliseconds since the epoch; zero if it is before}
     *
     * @param instant the instant
     */
    public static long up(Instant instant) {
        return instant.isBefore(Instant.EPOCH) ? 0 : instant.plusNanos(ROUND_UP).toEpochMilli();
    }

    /**
     * {@return a length of time, or the longest if the length is longer}
     *
     * @param longest the longest
     * @param length any length
     */
    public static Duration atMost(Duration longest, Duration length) {
        return length.compareTo(longest) > 0 ? longest : length;
    }
}
