package io.delayqueue.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** A clock that stands still until it is moved, in whole milliseconds, from 1970 to the end of the year 9999. */
final class VirtualClock extends Clock {

    /** Where time ends, as it does for tasks. */
    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    /** Engines measure how long ago something was in nanoseconds, of which a long has room for 292 years. */
    private static final Duration MAX_MOVE = Duration.ofDays(36_500);

    private volatile Instant now;

    VirtualClock(Instant start) {
        this.now = start;
    }

    /** Where time begins, without what is less than a millisecond. */
    static Instant requireStart(Instant instant) {
        if (instant.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException("Time begins in 1970 or later, not at " + instant);
        }
        return requireBeforeEnd(instant.truncatedTo(ChronoUnit.MILLIS));
    }

    /** The millisecond in which an instant has been reached. */
    static Instant requireBeforeEnd(Instant instant) {
        if (!instant.isBefore(END) || !wholeMillis(instant).isBefore(END)) {
            throw new IllegalArgumentException("Time ends with the year 9999, which is before " + instant);
        }
        return wholeMillis(instant);
    }

    private static Instant wholeMillis(Instant instant) {
        Instant begun = instant.truncatedTo(ChronoUnit.MILLIS);
        return begun.equals(instant) ? instant : begun.plusMillis(1);
    }

    /** The millisecond in which a duration from now is over. */
    Instant in(Duration duration) {
        if (duration.compareTo(Duration.between(now, END)) >= 0) {
            throw new IllegalArgumentException(
                    "Time ends with the year 9999: from " + now + " it cannot go on for " + duration);
        }
        return requireBeforeEnd(now.plus(duration));
    }

    /** Moves to the millisecond in which an instant has been reached, or as far towards it as one move goes. */
    void moveTowards(Instant instant) {
        boolean far = Duration.between(now, instant).compareTo(MAX_MOVE) > 0;
        now = far ? now.plus(MAX_MOVE) : wholeMillis(instant);
    }

    void set(Instant instant) {
        now = instant;
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        InstantSource same = this::instant;
        return same.withZone(zone);
    }

    @Override
    public String toString() {
        return "VirtualClock[" + now + "]";
    }
}
