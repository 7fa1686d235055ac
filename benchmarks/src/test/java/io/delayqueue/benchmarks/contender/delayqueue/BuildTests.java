package io.delayqueue.benchmarks.contender.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BuildTests {

    @Test
    void versionShouldBeFilledInByTheBuild() {
        assertThat(Build.version()).matches("\\d+\\.\\d+\\.\\d+.*").doesNotContain("$");
    }
}
