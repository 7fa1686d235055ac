package io.delayqueue.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTests {

    private final SampleReport sample = new SampleReport();

    @Test
    void columnsShouldBeContendersInOrderOfTurns() {
        assertThat(Table.of(sample.report()).columns())
                .containsExactly("trial", "metric", "delayqueue", "Redisson", "limit", "target", "result");
    }

    @Test
    void higherShouldBeBetterWhereItIs() {
        sample.higher("drain", Target.NONE)
                .ours(1_000, 3_000, 2_000)
                .of("Redisson", 100, 200, 300)
                .of("limit", 4_000);
        assertThat(row())
                .containsExactly(
                        "drain",
                        "throughput, tasks/s",
                        "2,000 (1,000-3,000)",
                        "200 (100-300), 10x",
                        "4,000, 0.5x",
                        "",
                        "");
    }

    @Test
    void lowerShouldBeBetterWhereItIs() {
        sample.lower("sparse", Target.NONE).ours(2).of("Redisson", 50).of("limit", 1);
        assertThat(row()).containsSubsequence("lateness p99, ms", "2", "50, 25x", "1, 0.5x");
    }

    @Test
    void equalZerosShouldBeEquallyGood() {
        sample.lower("idle", Target.NONE).ours(0).of("Redisson", 0).of("limit", 3);
        assertThat(row()).containsSubsequence("0", "0, 1x", "3", "");
    }

    @Test
    void whoWasNotAskedShouldHaveDash() {
        sample.higher("drain", Target.NONE).ours(1);
        assertThat(row()).containsSubsequence("1", "-", "-", "", "");
    }

    @Test
    void targetShouldBeMetMissedOrNotMeasured() {
        sample.higher("a", Targets.atLeast(5, "tasks/s")).ours(5);
        sample.higher("b", Targets.atLeast(5, "tasks/s")).ours(4);
        sample.higher("c", Targets.atLeastTimes(6, "Redisson")).ours(4);
        assertThat(Table.of(sample.report()).rows())
                .extracting(row -> row.get(5) + ": " + row.get(6))
                .containsExactly(">= 5 tasks/s: met", ">= 5 tasks/s: MISSED", ">= 6 x Redisson: not measured");
    }

    @Test
    void targetShouldBeMissedWhereThisProjectFailedInARound() {
        sample.higher("a", Targets.atLeast(5, "tasks/s")).ours(6, 7).failed(Targets.OURS, "lost one");
        assertThat(row()).endsWith("MISSED");
    }

    @Test
    void shortReasonShouldStandInTable() {
        sample.higher("drain", Target.NONE).ours(1).failed("Redisson", "broke");
        assertThat(row()).containsSubsequence("1", "failed: broke", "-");
        assertThat(Table.of(sample.report()).notes()).isEmpty();
    }

    @Test
    void longReasonShouldStandBelowOnce() {
        String reason = "stopped after 3,000\n  of 50,000 tasks, and then nothing came";
        sample.higher("drain", Target.NONE).failed("Redisson", reason).ours(1);
        sample.lower("drain", Target.NONE).failed("Redisson", reason).ours(1);
        sample.lower("sparse", Target.NONE)
                .failed("limit", "another reason that is too long")
                .ours(1);
        Table table = Table.of(sample.report());
        assertThat(table.rows())
                .extracting(row -> row.get(3), row -> row.get(4))
                .containsExactly(
                        tuple("failed: stopped after 3,000 of 5... [1]", "-"),
                        tuple("failed: stopped after 3,000 of 5... [1]", "-"),
                        tuple("-", "failed: another reason that is t... [2]"));
        assertThat(table.notes())
                .containsExactly(
                        "Redisson, drain: stopped after 3,000 of 50,000 tasks, and then nothing came",
                        "limit, sparse: another reason that is too long");
    }

    @Test
    void failedRoundShouldBeShownBesideTheOthers() {
        sample.higher("drain", Target.NONE).ours(10).of("Redisson", 1, 3).failed("Redisson", "broke");
        assertThat(row()).contains("2 (1-3), 5x, failed: broke");
    }

    private List<String> row() {
        return Table.of(sample.report()).rows().get(0);
    }
}
