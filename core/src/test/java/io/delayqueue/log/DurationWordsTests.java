package io.delayqueue.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationWordsTests {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT1H, 1h",
        "PT90M, 90m",
        "PT25H, 25h",
        "PT876000H, 36500d",
        "PT61S, 61s",
        "PT-30S, -30s",
        "PT0.999S, 999ms",
        "PT-0.001S, -1ms",
        "PT0.000999S, 999us",
        "PT0.000000001S, PT0.000000001S",
        "PT2562047788015215H30M7S, 9223372036854775807s"
    })
    void durationShouldHaveItsLargestWholeUnit(String iso, String words) {
        assertThat(LogText.words(Duration.parse(iso))).isEqualTo(words);
    }

    @Test
    void otherValuesShouldStayAsTheyAre() {
        assertThat(LogText.words(null)).isEqualTo("null");
        assertThat(LogText.words(7)).isEqualTo("7");
        assertThat(LogText.words(List.of(Duration.ofHours(1), Duration.ofMinutes(1))))
                .isEqualTo("[1h, 1m]");
    }
}
