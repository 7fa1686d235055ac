package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskIdsTests {

    private static final long NOW = 1_800_000_000_000L;

    private final TaskIds ids = new TaskIds();

    @Test
    void nextShouldSortByTimeAndThenByOrder() {
        List<String> made = new ArrayList<>();
        for (long time : new long[] {NOW, NOW, NOW, NOW + 1, NOW + 1, NOW + 100_000, NOW + 10_000_000_000L}) {
            made.add(ids.next(time));
        }
        assertThat(made).isSorted().doesNotHaveDuplicates().allMatch(id -> id.length() == 14);
    }

    @Test
    void nextShouldNotGoBackWithTheClock() {
        String before = ids.next(NOW);
        assertThat(ids.next(NOW - 3_600_000)).isGreaterThan(before);
    }

    @Test
    void nextShouldDifferBetweenMakersInOneMillisecond() {
        Set<String> made = new HashSet<>();
        for (int maker = 0; maker < 1_000; maker++) {
            made.add(new TaskIds().next(NOW));
        }
        assertThat(made).hasSize(1_000);
    }

    @Test
    void nextShouldDifferBetweenMakersWhoseClocksDisagree() {
        TaskIds tenMinutesBehind = new TaskIds();
        Set<String> made = new HashSet<>();
        for (long time = NOW; time < NOW + 1_200_000; time += 100) {
            made.add(ids.next(time));
            made.add(tenMinutesBehind.next(time - 600_000));
        }
        assertThat(made).hasSize(24_000);
    }

    @Test
    void nextShouldDifferThoughTheClockJumps() {
        Set<String> made = new HashSet<>();
        for (int jump = 0; jump < 10_000; jump++) {
            made.add(ids.next(NOW + jump % 2 * 600_000));
        }
        assertThat(made).hasSize(10_000);
    }

    @Test
    void nextShouldGiveEachThreadItsOwn() {
        Set<String> made = new HashSet<>(IntStream.range(0, 20_000)
                .parallel()
                .mapToObj(i -> ids.next(NOW))
                .toList());
        assertThat(made).hasSize(20_000);
    }

    @Test
    void nextShouldLastUntil2131() {
        assertThat(ids.next(5_000_000_000_000L)).hasSize(14).isGreaterThan(new TaskIds().next(NOW));
    }
}
