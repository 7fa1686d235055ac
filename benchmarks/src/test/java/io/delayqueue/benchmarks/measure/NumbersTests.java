package io.delayqueue.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "1 | 1",
                "100 | 100",
                "1234567 | 1,234,567",
                "1234.56 | 1,235",
                "98.96 | 99",
                "99.94 | 99.94",
                "99.95 | 99.95",
                "99.9999 | 99.99",
                "12.345 | 12.3",
                "1.20 | 1.2",
                "0.12345 | 0.123",
                "0.00004567 | 0.0000457",
                "-2.5 | -2.5",
            })
    void numbersShouldBeReadable(double value, String text) {
        assertThat(Numbers.plain(value)).isEqualTo(text);
    }
}
