package io.delayqueue.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PrefetchTests {

    private final Prefetch prefetch = new Prefetch(1);

    private void ran(int times, long micros) {
        for (int i = 0; i < times; i++) {
            prefetch.ran(TimeUnit.MICROSECONDS.toNanos(micros));
        }
    }

    @Test
    void nothingShouldBePrefetchedBeforeAnythingIsKnown() {
        assertThat(prefetch.size(8)).isZero();
    }

    @Test
    void quickCallbacksShouldBePrefetchedFor() {
        ran(200, 10);
        assertThat(prefetch.size(1)).isEqualTo(256);
    }

    @Test
    void slowCallbacksShouldNotBePrefetchedFor() {
        ran(200, 10);
        ran(200, 50_000);
        assertThat(prefetch.size(8)).isZero();
    }

    @Test
    void whatIsPrefetchedShouldBeginWithinTheBudget() {
        ran(200, 5_000);
        assertThat(prefetch.size(8)).isBetween(20, 24);
    }

    @Test
    void oneSlowCallbackShouldNotBeRememberedForEver() {
        ran(1, 3_600_000_000L);
        ran(200, 10);
        assertThat(prefetch.size(1)).isEqualTo(256);
    }

    @Test
    void aStallShouldEndPrefetchingAtOnce() {
        ran(200, 10);
        prefetch.stalled();
        assertThat(prefetch.size(8)).isZero();
    }
}
