package io.delayqueue.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CountStepsTests {

    private final Map<String, List<String>> topics = new LinkedHashMap<>();

    private static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "t" + i).toList();
    }

    @Test
    void groupsShouldShareAStepUpToItsMaximum() {
        topics.put("b", names(0, 150));
        topics.put("none", List.of());
        topics.put("a", names(0, 260));
        assertThat(CountSteps.of(topics, true))
                .containsExactly(
                        Map.of("b", names(0, 150), "a", names(0, 50)),
                        Map.of("a", names(50, 250)),
                        Map.of("a", names(250, 260)));
    }

    @Test
    void eachGroupShouldHaveStepsOfItsOwnIfTheStoreCountsOneAtATime() {
        topics.put("b", names(0, 2));
        topics.put("none", List.of());
        topics.put("a", names(0, 201));
        assertThat(CountSteps.of(topics, false))
                .containsExactly(Map.of("b", names(0, 2)), Map.of("a", names(0, 200)), Map.of("a", names(200, 201)));
    }

    @Test
    void nothingShouldTakeNoStep() {
        assertThat(CountSteps.of(topics, true)).isEmpty();
    }
}
