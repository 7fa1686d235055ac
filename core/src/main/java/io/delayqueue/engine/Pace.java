package io.delayqueue.engine;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a call that failed is made again: as {@link Loop} does it, but for the random part. */
final class Pace {

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(100);

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    private final Clock clock;

    private Duration backoff = FIRST_BACKOFF;

    private @Nullable Instant notBefore;

    Pace(Clock clock) {
        this.clock = clock;
    }

    boolean isDue() {
        return notBefore == null || !clock.instant().isBefore(notBefore);
    }

    /** When it is due, if not yet. */
    @Nullable
    Instant next() {
        return isDue() ? null : notBefore;
    }

    void succeeded() {
        backoff = FIRST_BACKOFF;
        notBefore = null;
    }

    void failed() {
        pause(backoff);
        Duration twice = backoff.multipliedBy(2);
        backoff = twice.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : twice;
    }

    /** Not due for so long. */
    void pause(Duration length) {
        notBefore = clock.instant().plus(length);
    }
}
