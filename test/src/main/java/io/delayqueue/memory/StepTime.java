package io.delayqueue.memory;

import java.time.Instant;

/**
 * The moment of a step.
 *
 * @param micros microseconds since the epoch
 */
record StepTime(long micros) {

    private static final long MICROS_OF_A_SECOND = 1_000_000;

    private static final long MICROS_OF_A_MILLI = 1_000;

    private static final int NANOS_OF_A_MICRO = 1_000;

    static StepTime of(Instant instant) {
        // Not by nanoseconds, of which a long has room for no more than 292 years.
        return new StepTime(instant.getEpochSecond() * MICROS_OF_A_SECOND + instant.getNano() / NANOS_OF_A_MICRO);
    }

    /** What has been reached. */
    long millis() {
        return Math.floorDiv(micros, MICROS_OF_A_MILLI);
    }

    /** What delays count from: never early. */
    long roundedUp() {
        return -Math.floorDiv(-micros, MICROS_OF_A_MILLI);
    }
}
