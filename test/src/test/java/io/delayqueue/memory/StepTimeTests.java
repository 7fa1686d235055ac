package io.delayqueue.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTimeTests {

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 0, 0",
        "1970-01-01T00:00:00.001000999Z, 1, 1",
        "1970-01-01T00:00:00.001001Z, 1, 2",
        "9999-12-31T23:59:59.999Z, 253402300799999, 253402300799999",
        "9999-12-31T23:59:59.999999999Z, 253402300799999, 253402300800000"
    })
    void millisecondsShouldBeRightUntilTheYear9999(Instant instant, long millis, long roundedUp) {
        StepTime time = StepTime.of(instant);
        assertThat(time.millis()).isEqualTo(millis);
        assertThat(time.roundedUp()).isEqualTo(roundedUp);
    }
}
