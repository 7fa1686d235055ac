package io.delayqueue.memory;

import java.time.Instant;

/**
 * Time of a step.
 *
 * @param micros microseconds since the epoch
 */
record StepTime(long micros) {

    private static final long MICROS_OF_A_SECOND = 1_000_000;

    private static final long MICROS_OF_A_MILLI = 1_000;

    private static final int NANOS_OF_A_MICRO = 1_000;

    static StepTime of(Instant instant) {
        // Without nanoseconds, because a long of them covers 292 years only.
        return new StepTime(instant.getEpochSecond() * MICROS_OF_A_SECOND + instant.getNano() / NANOS_OF_A_MICRO);
    }

    /** Returns the last reached millisecond. */
    long millis() {
        return Math.floorDiv(micros, MICROS_OF_A_MILLI);
    }

    /** Returns the start of delays, rounded up. */
    long roundedUp() {
        return -Math.floorDiv(-micros, MICROS_OF_A_MILLI);
    }
}
