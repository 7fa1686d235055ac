package io.delayqueue.internal.step;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a call that failed is made again: as a thread does it, but for the random part. */
final class Pace {

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(100);

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    private final Clock clock;

    private Duration backoff = FIRST_BACKOFF;

    private @Nullable Instant notBefore;

    public Pace(Clock clock) {
        this.clock = clock;
    }

    public boolean isDue() {
        return notBefore == null || !clock.instant().isBefore(notBefore);
    }

    /** When it is due, if not yet. */
    @Nullable
    public Instant next() {
        return isDue() ? null : notBefore;
    }

    public void succeeded() {
        backoff = FIRST_BACKOFF;
        notBefore = null;
    }

    public void failed() {
        pause(backoff);
        Duration twice = backoff.multipliedBy(2);
        backoff = twice.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : twice;
    }

    /** Not due for so long. */
    void pause(Duration length) {
        notBefore = clock.instant().plus(length);
    }
}
