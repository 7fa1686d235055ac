package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EngineSettingsTests {

    private static final Duration DAY = Duration.ofDays(1);

    private static final Duration HOUR = Duration.ofHours(1);

    private static TopicOptions complete(TopicOptions engines, @Nullable TopicOptions own) {
        return new EngineSettings(HOUR, Duration.ZERO, 1, engines).complete(own);
    }

    private static TopicOptions retries(@Nullable Integer attempts, @Nullable Duration age) {
        return TopicOptions.builder().maxAttempts(attempts).retryFor(age).build();
    }

    private static TopicOptions begin(Duration within, WhenExpired fate) {
        return TopicOptions.builder().within(within).whenExpired(fate).build();
    }

    @Test
    void retriesShouldBeLimitedByTheNearestLevelThatHasALimit() {
        assertRetries(complete(TopicOptions.DEFAULT, null), 5, null);
        assertRetries(complete(retries(7, null), TopicOptions.DEFAULT), 7, null);
        assertRetries(complete(retries(null, DAY), null), Integer.MAX_VALUE, DAY);
        assertRetries(complete(retries(7, DAY), null), 7, DAY);
        assertRetries(complete(retries(7, null), retries(null, HOUR)), Integer.MAX_VALUE, HOUR);
        assertRetries(complete(retries(null, DAY), retries(3, null)), 3, null);
        assertRetries(complete(retries(7, DAY), retries(3, HOUR)), 3, HOUR);
    }

    private static void assertRetries(TopicOptions options, int attempts, @Nullable Duration age) {
        assertThat(options.maxAttempts()).isEqualTo(attempts);
        assertThat(options.retryFor()).isEqualTo(age);
    }

    @Test
    void timeToBeginShouldBeTheTopicsElseTheEngines() {
        TopicOptions engines = begin(DAY, WhenExpired.DROP);
        assertThat(complete(TopicOptions.DEFAULT, null).within()).isNull();
        assertThat(complete(TopicOptions.DEFAULT, null).whenExpired()).isEqualTo(WhenExpired.BURY);
        assertThat(complete(engines, null).within()).isEqualTo(DAY);
        assertThat(complete(engines, null).whenExpired()).isEqualTo(WhenExpired.DROP);
        TopicOptions own = begin(HOUR, WhenExpired.BURY);
        assertThat(complete(engines, own).within()).isEqualTo(HOUR);
        assertThat(complete(engines, own).whenExpired()).isEqualTo(WhenExpired.BURY);
    }
}
