package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.Drivers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How many tasks wait for a worker ahead of time. */
class TasksAheadTests {

    private static final int CONCURRENCY = 8;

    private final Workers workers = workers(CONCURRENCY);

    private final Workers one = workers(1);

    private static Workers workers(int concurrency) {
        return new Workers(concurrency, Drivers.threads(), execution -> true);
    }

    private int ahead(Workers of) {
        return of.room() - (of == one ? 1 : CONCURRENCY);
    }

    private void ran(int times, long micros) {
        for (int i = 0; i < times; i++) {
            workers.ran(TimeUnit.MICROSECONDS.toNanos(micros));
            one.ran(TimeUnit.MICROSECONDS.toNanos(micros));
        }
    }

    @Test
    void nothingShouldBePrefetchedBeforeAnythingIsKnown() {
        assertThat(ahead(workers)).isZero();
    }

    @Test
    void quickCallbacksShouldBePrefetchedFor() {
        ran(200, 10);
        assertThat(ahead(one)).isEqualTo(256);
    }

    @Test
    void slowCallbacksShouldNotBePrefetchedFor() {
        ran(200, 10);
        ran(200, 50_000);
        assertThat(ahead(workers)).isZero();
    }

    @Test
    void whatIsPrefetchedShouldBeginWithinTheBudget() {
        ran(200, 5_000);
        assertThat(ahead(workers)).isBetween(20, 24);
    }

    @Test
    void oneSlowCallbackShouldNotBeRememberedForEver() {
        ran(1, 3_600_000_000L);
        ran(200, 10);
        assertThat(ahead(one)).isEqualTo(256);
    }

    @Test
    void nothingShouldBePrefetchedOfATopicWithLimits() {
        ran(200, 10);
        workers.limited(true);
        assertThat(ahead(workers)).isZero();
        assertThat(workers.wantMore()).isTrue();
        workers.limited(false);
        assertThat(ahead(workers)).isPositive();
    }

    @Test
    void aStallShouldEndPrefetchingAtOnce() {
        ran(200, 10);
        workers.stalled();
        assertThat(ahead(workers)).isZero();
    }
}
