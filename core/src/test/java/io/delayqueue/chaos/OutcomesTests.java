package io.delayqueue.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.chaos.Outcome.Disturbance;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomesTests {

    @Test
    void jvmsThatRunAtTheSameTimeShouldHaveFilesOfTheirOwn() {
        assertThat(Outcomes.file(1)).hasFileName("outcomes.tsv");
        assertThat(Outcomes.file(2))
                .hasFileName("outcomes-2.tsv")
                .hasParentRaw(Outcomes.file(1).getParent());
    }

    @Test
    void totalShouldSumUpWhatTheScenariosCounted() {
        List<String> lines = List.of(
                "long, seed 7",
                new Outcome("killed", Disturbance.KILL, 50, 1_000, 1, 2, 30, 40, 1_500).line(),
                new Outcome("promoted", Disturbance.FAILOVER, 2, 234, 0, 0, 0, 0, 700).line(),
                new Outcome("cut", Disturbance.OTHER, 3, 0, 0, 0, 0, 0, 0).line());
        assertThat(Outcomes.total(lines))
                .isEqualTo("CHAOS (long, seed 7): 3 scenarios, 50 kills, 2 failovers, 3 other rounds, 1,234 operations:"
                        + " lost 1, early 2, duplicates 30 of at most 40, latest 1,500 ms");
    }
}
