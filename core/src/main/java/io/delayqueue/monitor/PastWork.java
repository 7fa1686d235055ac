package io.delayqueue.monitor;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Work of all instances of a group in a part of the last day. Instances that left within the part are missing, if they were stopped.
 *
 * @param until the end of the part, by the store's clock
 * @param duration the length of the part: {@link #INTERVAL}, or longer if no instance recorded the work meanwhile
 * @param added number of tasks added or replaced
 * @param finished number of successful attempts
 * @param retried number of failed attempts whose task ran again
 * @param dead number of tasks that became dead letters
 * @param removed number of unfinished tasks that were removed
 * @param p50 the median of the lateness of attempts; null if none began
 * @param p99 the 99th percentile of the lateness of attempts; null if none began
 */
public record PastWork(
        Instant until,
        Duration duration,
        long added,
        long finished,
        long retried,
        long dead,
        long removed,
        @Nullable Duration p50,
        @Nullable Duration p99) {

    /** Minimum length of a part. */
    public static final Duration INTERVAL = Duration.ofMinutes(5);

    /** Time before the last record for which parts are kept. */
    public static final Duration KEPT = Duration.ofDays(1);

    /** Checks that there are a time and a duration. */
    public PastWork {
        requireNonNull(until, "until must not be null");
        requireNonNull(duration, "duration must not be null");
    }
}
