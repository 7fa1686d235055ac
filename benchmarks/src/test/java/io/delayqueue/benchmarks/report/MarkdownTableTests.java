package io.delayqueue.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.measure.Targets;
import org.junit.jupiter.api.Test;

class MarkdownTableTests {

    private final SampleReport sample = new SampleReport();

    @Test
    void linesShouldBeMarkdown() {
        sample.higher("drain", Targets.atLeastTimes(25, "Redisson")).ours(400).of("Redisson", 10);
        assertThat(MarkdownTable.of(sample.report()).lines())
                .contains("- Redis: 7.0.15, at localhost:6379")
                .containsSequence(
                        "",
                        "| trial | metric | delayqueue | Redisson | limit | target | result |",
                        "|---|---|---|---|---|---|---|",
                        "| drain | throughput, tasks/s | 400 | 10, 40x | - | >= 25 x Redisson | met |",
                        "");
    }

    @Test
    void reasonsShouldNotBreakTheTable() {
        sample.higher("drain", Targets.atMost(3, "ms"))
                .ours(1)
                .failed("limit", "a | b")
                .failed("Redisson", "no <T> of a_b is *here*, for whatever reason");
        assertThat(MarkdownTable.of(sample.report()))
                .contains("| <= 3 ms |")
                .contains("failed: a \\| b")
                .contains("... \\[1\\] |")
                .contains("- \\[1\\] Redisson, drain: no \\<T> of a\\_b is \\*here\\*, for whatever reason\n");
    }
}
