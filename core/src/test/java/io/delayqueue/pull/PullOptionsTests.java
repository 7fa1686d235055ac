package io.delayqueue.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PullOptionsTests {

    @Test
    void theDefaultShouldBeOneTaskForHalfAMinute() {
        assertThat(PullOptions.DEFAULT).isEqualTo(new PullOptions(1, Duration.ofSeconds(30)));
        assertThat(PullOptions.upTo(500).ttr(Duration.ofSeconds(1)))
                .isEqualTo(new PullOptions(500, Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 501})
    void aLimitOutOfRangeShouldBeRefused(int limit) {
        assertThatThrownBy(() -> PullOptions.upTo(limit))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("limit must be from 1 to 500, but is '" + limit + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.999S", "PT-1S", "P36501D"})
    void aTtrOutOfRangeShouldBeRefused(Duration ttr) {
        assertThatThrownBy(() -> PullOptions.DEFAULT.ttr(ttr))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageStartingWith("ttr must be from 1 second to 36,500 days");
    }
}
