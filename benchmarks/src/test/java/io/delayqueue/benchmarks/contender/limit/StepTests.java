package io.delayqueue.benchmarks.contender.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepTests {

    @ParameterizedTest
    @EnumSource
    void sourceShouldHaveItsIncludesInPlace(Step step) {
        assertThat(step.source()).contains("KEYS[1]").doesNotContain("--#include");
    }
}
