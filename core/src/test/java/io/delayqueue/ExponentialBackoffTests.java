package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExponentialBackoffTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void delayShouldGrowUpToTheLongest() {
        RetryPolicy policy = new ExponentialBackoff(SECOND, 3, MINUTE, 0);
        assertThat(policy.delayAfter(1)).isEqualTo(SECOND);
        assertThat(policy.delayAfter(2)).isEqualTo(Duration.ofSeconds(3));
        assertThat(policy.delayAfter(4)).isEqualTo(Duration.ofSeconds(27));
        assertThat(policy.delayAfter(5)).isEqualTo(MINUTE);
        assertThat(policy.delayAfter(Integer.MAX_VALUE)).isEqualTo(MINUTE);
    }

    @Test
    void fixedShouldNeverChange() {
        RetryPolicy policy = ExponentialBackoff.fixed(SECOND);
        for (int failures : new int[] {1, 2, 50, Integer.MAX_VALUE}) {
            assertThat(policy.delayAfter(failures)).isEqualTo(SECOND);
        }
        assertThatThrownBy(() -> ExponentialBackoff.fixed(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("retry delay must be at least 1 ms, but is 0s");
    }

    @Test
    void defaultShouldBeOneSecondDoubledUpToTenMinutesWithJitter() {
        assertThat(ExponentialBackoff.DEFAULT)
                .isEqualTo(new ExponentialBackoff(SECOND, 2, Duration.ofMinutes(10), 0.2));
    }

    @Test
    void jitterShouldSpreadAroundTheDelay() {
        RetryPolicy policy = new ExponentialBackoff(Duration.ofSeconds(10), 1, MINUTE, 0.2);
        Set<Duration> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            Duration delay = policy.delayAfter(1);
            assertThat(delay).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(12));
            seen.add(delay);
        }
        assertThat(seen).hasSizeGreaterThan(100);
        assertThat(seen).anyMatch(delay -> delay.toMillis() < 9_000).anyMatch(delay -> delay.toMillis() > 11_000);
    }

    @Test
    void jitterShouldNotExceedTheLongestDelay() {
        RetryPolicy policy = new ExponentialBackoff(MINUTE, 1, MINUTE, 1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(policy.delayAfter(1)).isBetween(Duration.ZERO, MINUTE);
        }
    }
}
