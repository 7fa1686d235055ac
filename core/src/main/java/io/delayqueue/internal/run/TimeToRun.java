package io.delayqueue.internal.run;

import io.delayqueue.Task;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/** Time to run of an attempt, by the clock that its callback sees, and by the time that ends the attempt. Not thread-safe. */
final class TimeToRun {

    private final Duration length;

    private final Clock clock;

    private final LongSupplier nanoTime;

    private Instant deadline = Instant.MAX;

    private long startedAt;

    /**
     * Starts the time now.
     *
     * @param clock the clock of the callback's deadline
     * @param nanoTime measures the time to run
     */
    TimeToRun(Duration length, Clock clock, LongSupplier nanoTime) {
        this.length = length.compareTo(Task.MAX_DELAY) > 0 ? Task.MAX_DELAY : length;
        this.clock = clock;
        this.nanoTime = nanoTime;
        restart();
    }

    /** Reads the clock first: a thread that is held between both is not interrupted before its deadline. */
    void restart() {
        deadline = clock.instant().plus(length);
        startedAt = nanoTime.getAsLong();
    }

    void extend(long nanos) {
        deadline = deadline.plusNanos(nanos);
        startedAt += nanos;
    }

    Instant deadline() {
        return deadline;
    }

    /** Nanoseconds until the end; not positive if the time is over. */
    long left(long now) {
        return startedAt + length.toNanos() - now;
    }
}
