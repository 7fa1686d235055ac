package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScaleTests {

    private static final long GIB = 1L << 30;

    @Test
    void halfOfTheMemoryShouldHoldTheTasksOfTwoContenders() {
        assertThat(Scale.fitting(4 * GIB)).isEqualTo(2_600_000);
        assertThat(Scale.fitting(24 * GIB)).isEqualTo(Scale.MAX_TASKS);
        assertThat(Scale.fitting(0)).isEqualTo(100_000);
    }

    @Test
    void tasksShouldBeLimited() {
        Scale scale = new Scale(false, 3, 40_000);
        assertThat(scale.tasks(50_000, 2_000)).isEqualTo(40_000);
        assertThat(scale.tasks(30_000, 2_000)).isEqualTo(30_000);
        assertThat(new Scale(true, 1, 40_000).tasks(50_000, 2_000)).isEqualTo(2_000);
    }

    @Test
    void trialsShouldBeNamedByTheirNumbers() {
        Scale scale = new Scale(false, 3, 40_000);
        assertThat(new Midnight().trials(scale))
                .extracting(Trial::name)
                .containsExactly("midnight 8,000", "midnight 40,000");
        assertThat(new Cold().trials(scale)).extracting(Trial::name).containsExactly("cold 40,000");
        assertThat(new Year().trials(scale))
                .extracting(Trial::name)
                .containsExactly("year, 0 pending", "year, 40,000 pending");
    }
}
