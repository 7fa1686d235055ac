package io.delayqueue.internal.drive;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Where an engine reads the time. What is due, and whose lease has ended, is the store's to say.
 *
 * @param nanoTime measures lengths of time, as {@link System#nanoTime} does
 * @param clock what callbacks read their deadline by
 * @param moved whether somebody moves it: it does not pass by itself, so nobody waits, and nothing is left to chance
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
