package io.delayqueue.memory;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The moment of a step.
 *
 * @param micros microseconds since the epoch
 */
record StepTime(long micros) {

    private static final long MICROS_OF_A_MILLI = 1_000;

    static StepTime of(Instant instant) {
        return new StepTime(ChronoUnit.MICROS.between(Instant.EPOCH, instant));
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
