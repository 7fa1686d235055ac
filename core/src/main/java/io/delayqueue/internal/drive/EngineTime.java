package io.delayqueue.internal.drive;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Time of an engine. Due tasks and ended leases are determined by the store.
 *
 * @param nanoTime measures durations, like {@link System#nanoTime}
 * @param clock the clock of the deadlines of callbacks
 * @param moved whether it is virtual: it does not pass by itself, so there are no waits and no random parts
 */
public record EngineTime(LongSupplier nanoTime, Clock clock, boolean moved) {

    /** The time that passes. */
    public static EngineTime passing(Clock clock) {
        return new EngineTime(System::nanoTime, clock, false);
    }

    /** The time that this clock shows, and no other. */
    public static EngineTime moved(Clock clock) {
        return new EngineTime(() -> nanos(clock.instant()), clock, true);
    }

    /** May overflow, as {@link System#nanoTime} may: differences are right. */
    static long nanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(1) * instant.getEpochSecond() + instant.getNano();
    }

    public long now() {
        return nanoTime.getAsLong();
    }
}
