package io.delayqueue.web.live.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StoreTimeTests {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static final Instant TIME = Instant.parse("2026-11-22T01:00:00Z");

    @Test
    void timeShouldGoOnFromTheMiddleOfTheCall() {
        long called = Long.MAX_VALUE - SECOND;
        StoreTime time = StoreTime.of(TIME, called, called + 2 * SECOND);
        assertThat(time.at(called + 6 * SECOND)).isEqualTo(TIME.plusSeconds(5));
    }
}
