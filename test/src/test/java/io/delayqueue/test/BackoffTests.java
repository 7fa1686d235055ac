package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.internal.drive.EngineTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackoffTests {

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);

    @Test
    void callThatFailsShouldBeMadeAgainAfterPausesThatGrowUpToFiveSeconds() {
        Backoff backoff = new Backoff(EngineTime.moved(clock));
        assertThat(backoff.isDue()).isTrue();
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            backoff.failed();
            assertThat(backoff.isDue()).isFalse();
            Duration left = Duration.ofNanos(backoff.left());
            pauses.add(left.toMillis());
            clock.moveTowards(clock.in(left));
            assertThat(backoff.isDue()).isTrue();
        }
        assertThat(pauses).containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L);
        backoff.succeeded();
        backoff.failed();
        assertThat(backoff.left()).isEqualTo(Duration.ofMillis(100).toNanos());
    }
}
