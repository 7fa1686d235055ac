package io.delayqueue.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is set. */
public final class SetClock extends Clock {

    private volatile Instant now;

    /**
     * Creates a clock.
     *
     * @param now what it shows
     */
    public SetClock(Instant now) {
        this.now = now;
    }

    /** Sets what it shows. */
    public void set(Instant instant) {
        now = instant;
    }

    /** Sets it forward. */
    public void pass(Duration time) {
        set(now.plus(time));
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
        throw new UnsupportedOperationException();
    }
}
