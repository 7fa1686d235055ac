package io.delayqueue.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StoreClockTests {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static final Instant TOLD = Instant.parse("2026-11-22T01:00:00Z");

    private final StoreClock clock = new StoreClock();

    @Test
    void timeShouldBeUnknownUntilItWasTold() {
        assertThat(clock.now(0)).isNull();
    }

    @Test
    void timeShouldGoOnFromTheMiddleOfTheCall() {
        long asked = Long.MAX_VALUE - SECOND;
        clock.set(TOLD, asked, asked + 2 * SECOND);
        assertThat(clock.now(asked + 6 * SECOND)).isEqualTo(TOLD.plusSeconds(5));
    }

    @Test
    void lastThatWasToldShouldCount() {
        clock.set(TOLD, 0, 0);
        clock.set(TOLD.minusSeconds(600), SECOND, SECOND);
        assertThat(clock.now(2 * SECOND)).isEqualTo(TOLD.minusSeconds(599));
    }
}
