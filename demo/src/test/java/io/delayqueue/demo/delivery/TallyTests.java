package io.delayqueue.demo.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TallyTests {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final Tally tally = new Tally();

    @Test
    void summaryShouldKnowPercentiles() {
        for (int i = 1; i <= 100; i++) {
            tally.scheduled("task-" + i, NOW);
            tally.delivered("task-" + i, Duration.ofMillis(i));
        }

        Summary summary = tally.summary(NOW);

        assertThat(summary.complete()).isTrue();
        assertThat(summary)
                .hasToString(
                        "Summary: scheduled 100, due 100, delivered 100; lateness p50 50.0 ms, p99 99.0 ms, max 100.0 ms");
    }

    @Test
    void summaryShouldMissWhatWasDueAndNotDelivered() {
        tally.scheduled("due", NOW);
        tally.scheduled("not-due", NOW.plusMillis(1));
        tally.scheduled("delivered", NOW);
        tally.delivered("delivered", Duration.ofMillis(2));

        Summary summary = tally.summary(NOW);

        assertThat(summary.complete()).isFalse();
        assertThat(summary)
                .hasToString("Summary: scheduled 3, due 2, delivered 1, MISSING 1;"
                        + " lateness p50 2.0 ms, p99 2.0 ms, max 2.0 ms");
    }

    @Test
    void aTaskShouldCountOnceAndOnlyIfItIsOfThisRun() {
        tally.scheduled("task", NOW);
        tally.delivered("task", Duration.ofMillis(1));
        tally.delivered("task", Duration.ofSeconds(30));
        tally.delivered("older", Duration.ofHours(3));

        assertThat(tally.summary(NOW)).satisfies(summary -> {
            assertThat(summary.delivered()).isEqualTo(1);
            assertThat(summary.max()).isLessThan(2);
        });
    }

    @Test
    void aTaskThatWasNotAddedShouldNotBeMissed() {
        tally.scheduled("task", NOW);
        tally.withdrawn("task");

        assertThat(tally.summary(NOW)).isEqualTo(new Summary(0, 0, 0, 0, 0, 0));
    }

    @Test
    void anotherMachinesClockShouldNotBreakTheCount() {
        tally.scheduled("task", NOW);
        tally.delivered("task", Duration.ofMillis(-5));

        assertThat(tally.summary(NOW).max()).isZero();
    }
}
