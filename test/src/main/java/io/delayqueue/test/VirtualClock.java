package io.delayqueue.test;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is set. */
final class VirtualClock extends Clock {

    private volatile Instant now;

    VirtualClock(Instant start) {
        this.now = start;
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
        return new Zoned(this, zone);
    }

    @Override
    public String toString() {
        return "VirtualClock[" + now + "]";
    }

    /** The same clock for people elsewhere. */
    private static final class Zoned extends Clock {

        private final VirtualClock clock;

        private final ZoneId zone;

        Zoned(VirtualClock clock, ZoneId zone) {
            this.clock = clock;
            this.zone = zone;
        }

        @Override
        public Instant instant() {
            return clock.instant();
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Zoned(clock, other);
        }
    }
}
