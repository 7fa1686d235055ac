package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowsTests {

    @ParameterizedTest
    @CsvSource({"PT1M, 1m", "PT60M, 1h", "PT24H, 1d", "P7D, 7d", "PT90S, 90s", "PT36H, 36h", "PT0.25S, 250ms"})
    void labelShouldBeInTheLargestUnitThatDividesTheWindow(Duration window, String label) {
        assertThat(Windows.label(window)).isEqualTo(label);
    }
}
