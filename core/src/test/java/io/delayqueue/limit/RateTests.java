package io.delayqueue.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTests {

    @ParameterizedTest
    @CsvSource({
        "100/s, 100, SECONDS, 10000",
        "1/h, 1, HOURS, 3600000000",
        "' 10 / m ', 10, MINUTES, 6000000",
        "7/h, 7, HOURS, 514285714.2857143",
        "1000000/s, 1000000, SECONDS, 1"
    })
    void textShouldBeARate(String text, int tasks, TimeUnit per, double micros) {
        Rate rate = Rate.valueOf(text);
        assertThat(rate).isEqualTo(new Rate(tasks, per));
        assertThat(rate.intervalMicros()).isCloseTo(micros, within(1e-6));
        assertThat(rate).hasToString(text.replace(" ", ""));
        assertThat(Rate.valueOf(rate.toString())).isEqualTo(rate);
    }

    @ParameterizedTest
    @CsvSource({"1/s, 1", "19/s, 1", "20/s, 2", "30/s, 3", "1000/s, 100", "999/m, 1", "1200/m, 2", "1000000/s, 100000"})
    void burstShouldBeTheTasksOfATenthOfASecond(String rate, int tokens) {
        assertThat(new Limit("g", "a", null, Rate.valueOf(rate), null).tokens()).isEqualTo(tokens);
    }

    @Test
    void burstOfALimitShouldPrevail() {
        assertThat(Limit.of("g", "a").rate(100, TimeUnit.SECONDS).burst(1).tokens())
                .isEqualTo(1);
        assertThat(Limit.of("g", "a").concurrency(5).tokens()).isZero();
    }
}
