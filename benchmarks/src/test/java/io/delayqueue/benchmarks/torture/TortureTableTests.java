package io.delayqueue.benchmarks.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.report.Machine;
import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcome.Disturbance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TortureTableTests {

    private static final Outcome STEPS = new Outcome("random steps", Disturbance.OTHER, 0, 3_000, 0, 0, 0, 0, 0);

    private static final Outcome KILLED = new Outcome("killed", Disturbance.KILL, 50, 1_000, 0, 0, 30, 40, 1_500);

    private static final Outcome PROMOTED = new Outcome("promoted", Disturbance.FAILOVER, 3, 234, 0, 0, 1, 2, 700);

    private static final Outcome STEADY = new Outcome("steady", Disturbance.OTHER, 0, 200, 0, 0, 0, 0, 12);

    private static final Outcome HOT = new Outcome("hot", Disturbance.OTHER, 0, 200, 0, 0, 0, 0, 13);

    private static TortureTable table(Turn... turns) {
        return new TortureTable(
                Instant.parse("2026-11-21T19:27:30Z"),
                Duration.ofMinutes(60),
                "1.2.3, in a checkout of 0123456789",
                new Machine("A Processor", 2, 24L << 30, "Linux 6.18", "Vendor 17.0.15"),
                List.of(turns));
    }

    private static Turn turn(Part part, long seed, boolean passed, Outcome... outcomes) {
        return new Turn(part, seed, Duration.ofSeconds(61), passed, List.of(outcomes));
    }

    @Test
    void tableShouldSumUpTheTurns() {
        TortureTable table = table(
                turn(Part.RANDOM, 1, true, STEPS, STEPS),
                turn(Part.CHAOS, 2, true, KILLED, PROMOTED),
                turn(Part.COMPARE, 3, true, STEADY, HOT),
                turn(Part.CHAOS, 4, true, KILLED));
        assertThat(table.isGood()).isTrue();
        assertThat(table.markdown()).isEqualTo("""
                        - Result: every turn passed: no task was lost or early, every audit was without findings
                        - Run: 2026-11-21 19:27 UTC, 60 minutes were asked for, 4 turns took 4:04 min
                        - Build: 1.2.3, in a checkout of 0123456789
                        - Machine: A Processor, 2 CPUs, 24 GiB, Linux 6.18; Vendor 17.0.15

                        | part | scenario | times | disturbances | operations | lost | early | doubled | of at most | latest, ms |
                        |---|---|---:|---:|---:|---:|---:|---:|---:|---:|
                        | random | random steps | 2 | 0 | 6,000 | – | – | – | – | – |
                        | compare | all workloads | 2 | 0 | 400 | 0 | 0 | – | – | 13 |
                        | chaos | killed | 2 | 100 | 2,000 | 0 | 0 | 60 | 80 | 1,500 |
                        | chaos | promoted | 1 | 3 | 234 | 0 | 0 | 1 | 2 | 700 |
                        | **all** |  | 7 | 103 | 8,634 | 0 | 0 | 61 | 82 | 1,500 |
                        """);
    }

    @Test
    void lostTaskShouldFailTheRun() {
        TortureTable table =
                table(turn(Part.CHAOS, 7, true, new Outcome("cut", Disturbance.OTHER, 1, 9, 1, 0, 0, 0, 0)));
        assertThat(table.isGood()).isFalse();
        assertThat(table.markdown()).contains("| 9 | 1 | 0 |");
    }

    @Test
    void earlyTaskShouldFailTheRun() {
        assertThat(table(turn(Part.UPGRADE, 7, true, new Outcome("cut", Disturbance.OTHER, 1, 9, 0, 1, 0, 0, 0)))
                        .isGood())
                .isFalse();
    }

    @Test
    void failedTurnShouldNameTheCommandThatRepeatsIt() {
        TortureTable table = table(turn(Part.RANDOM, 1, true, STEPS), turn(Part.CHAOS, 7, false));
        assertThat(table.isGood()).isFalse();
        assertThat(table.markdown())
                .startsWith("- Result: FAILED in a turn of chaos. ")
                .contains("Repeat it: `mvn -B verify -pl core -Pchaos '-Dit.test=io/delayqueue/scenario/*IT'"
                        + " -Dtest=NoneTests -Dsurefire.failIfNoSpecifiedTests=false -Ddelayqueue.chaos.seed=7`");
    }
}
