package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ten tasks at a thousand a second: one each millisecond. */
class LineTests {

    private final List<Item> items = Items.due("topic", System.currentTimeMillis(), 10);
    private final Line line = new Line(items.get(0), items.size());

    @Test
    void constantRateShouldExplainEachTask() {
        IntStream.range(0, 10).forEach(place -> arrive(place, place + 1));
        assertThat(line.beyondPlace(1_000)).isZero();
    }

    @Test
    void tasksThatComeEarlierShouldNotCount() {
        IntStream.range(0, 10).forEach(place -> arrive(place, 0.1));
        assertThat(line.beyondPlace(1_000)).isZero();
    }

    @Test
    void pauseShouldCount() {
        IntStream.range(0, 5).forEach(place -> arrive(place, 7));
        IntStream.range(5, 10).forEach(place -> arrive(place, Math.max(7, place + 1)));
        assertThat(line.beyondPlace(1_000)).isEqualTo(6);
        assertThat(line.overtaken()).isZero();
    }

    @Test
    void overtakenTaskShouldCountInAnyOrderOfArrival() {
        arrive(2, 10);
        IntStream.range(3, 10).forEach(place -> arrive(place, place));
        IntStream.range(0, 2).forEach(place -> arrive(place, place + 1));
        assertThat(line.beyondPlace(1_000)).isEqualTo(7);
        assertThat(line.overtaken()).isEqualTo(7);
    }

    private void arrive(int place, double millis) {
        line.arrived(items.get(place).payload(), (long) (millis * 1_000));
    }
}
