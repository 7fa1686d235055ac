package io.delayqueue.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTests {

    @Test
    void medianOfOddNumberShouldBeMiddleOne() {
        assertThat(Figure.of(List.of(9d, 1d, 5d))).isEqualTo(new Figure(5, 1, 9, 3));
    }

    @Test
    void medianOfEvenNumberShouldBeBetweenMiddleTwo() {
        assertThat(Figure.of(List.of(9d, 1d, 5d, 6d))).isEqualTo(new Figure(5.5, 1, 9, 4));
    }

    @Test
    void oneValueShouldBeAllThereIs() {
        assertThat(Figure.of(List.of(7d))).isEqualTo(new Figure(7, 7, 7, 1));
    }
}
