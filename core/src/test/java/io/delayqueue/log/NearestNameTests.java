package io.delayqueue.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTests {

    private static final List<String> NAMES = List.of("concurrency", "max-attempts", "max-age", "max-ago");

    @ParameterizedTest
    @CsvSource({
        "conccurency, concurrency",
        "Max-Attempt, max-attempts",
        "max-agx, max-age",
        "retry.max-attempts, ",
        "attempts, ",
        "x, "
    })
    void nearestNameShouldBeTheOneWithTheFewestChanges(String mistaken, String nearest) {
        assertThat(NearestName.of(mistaken, NAMES)).isEqualTo(nearest);
    }

    @ParameterizedTest
    @CsvSource({"'', '', 0", "abc, '', 3", "'', ab, 2", "kitten, sitting, 3", "ABC, abc, 0", "ab, ba, 2"})
    void distanceShouldBeTheNumberOfChanges(String one, String other, int distance) {
        assertThat(NearestName.distance(one, other)).isEqualTo(distance);
        assertThat(NearestName.distance(other, one)).isEqualTo(distance);
    }
}
