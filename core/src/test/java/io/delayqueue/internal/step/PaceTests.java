package io.delayqueue.internal.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.SetClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTests {

    private final SetClock clock = new SetClock(Instant.EPOCH);

    @Test
    void callThatFailsShouldBeMadeAgainAfterPausesThatGrowUpToFiveSeconds() {
        Pace pace = new Pace(clock);
        assertThat(pace.isDue()).isTrue();
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            pace.failed();
            assertThat(pace.isDue()).isFalse();
            pauses.add(Duration.between(clock.instant(), pace.next()).toMillis());
            clock.set(pace.next());
            assertThat(pace.isDue()).isTrue();
            assertThat(pace.next()).isNull();
        }
        assertThat(pauses).containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L);
        pace.succeeded();
        pace.failed();
        assertThat(pace.next()).isEqualTo(clock.instant().plusMillis(100));
    }
}
