package io.delayqueue.benchmarks.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTests {

    private static final Duration LONG = Duration.ofMinutes(5);

    private long now = Long.MAX_VALUE - 7;

    private List<Turn> run(int minutes, long seed, int failing) throws Exception {
        return new Turns(
                        (number, part, of) -> {
                            now += LONG.toNanos();
                            return new Turn(part, of, LONG, number != failing, List.of());
                        },
                        () -> now)
                .run(Duration.ofMinutes(minutes), seed);
    }

    @Test
    void partsShouldTakeTurnsUntilTheTimeIsOver() throws Exception {
        assertThat(run(21, 1, 0))
                .extracting(Turn::part)
                .containsExactly(Part.MODEL, Part.UPGRADE, Part.COMPARE, Part.CHAOS, Part.MODEL);
        assertThat(run(20, 1, 0)).hasSize(4);
        assertThat(run(1, 1, 0)).hasSize(1);
    }

    @Test
    void failedTurnShouldBeTheLast() throws Exception {
        assertThat(run(60, 1, 2)).extracting(Turn::passed).containsExactly(true, false);
    }

    @Test
    void eachTurnShouldHaveItsSeed() throws Exception {
        List<Long> seeds = run(60, 1, 0).stream().map(Turn::seed).toList();
        assertThat(seeds).doesNotHaveDuplicates().allMatch(seed -> seed >= 0);
        assertThat(run(60, 1, 0)).extracting(Turn::seed).isEqualTo(seeds);
        assertThat(run(60, 2, 0)).extracting(Turn::seed).doesNotContainAnyElementsOf(seeds);
    }
}
