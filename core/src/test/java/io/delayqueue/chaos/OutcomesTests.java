package io.delayqueue.chaos;

import static org.assertj.core.api.Assertions.assertThat;

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
                new Outcome("killed", 50, 1_000, 1, 2, 30, 40).line(),
                new Outcome("restarted", 2, 234, 0, 0, 0, 0).line());
        assertThat(Outcomes.total(lines))
                .isEqualTo("CHAOS (long, seed 7): 2 scenarios, 52 rounds, 1,234 tasks: lost 1, early 2,"
                        + " duplicates 30 of at most 40");
    }
}
