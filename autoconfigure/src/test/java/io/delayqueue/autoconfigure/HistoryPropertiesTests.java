package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.History;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Histories of {@code delayqueue.history} beside those of annotations. */
class HistoryPropertiesTests {

    private static final HistoryRule DAY = HistoryRule.of(Duration.ofDays(1), 4 << 20);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class)
            .withBean(Listener.class);

    private static TopicOptions options(ApplicationContext context, String topic) {
        return context.getBean(DelayQueueEngine.class)
                .topicOptions(new TopicName("my.orders", topic))
                .orElseThrow();
    }

    @Test
    void propertiesShouldReplaceTheAnnotationOfTheirTopicOnly() {
        runner.withPropertyValues(
                        "delayqueue.history[my.orders].cancel.max-age=7d",
                        "delayqueue.history[my.orders].cancel.max-size=64MB",
                        "delayqueue.history[my.orders].cancel.result=true",
                        "delayqueue.history[my.orders].cancel.outcomes=dead,finished")
                .run(context -> {
                    assertThat(options(context, "cancel").history())
                            .isEqualTo(HistoryRule.of(Duration.ofDays(7), 64 << 20)
                                    .result(true)
                                    .outcomes(RecordedOutcome.DEAD, RecordedOutcome.FINISHED));
                    assertThat(options(context, "remind").history()).isEqualTo(DAY);
                });
    }

    static class Listener {

        @DelayQueueListener(
                group = "my.orders",
                topic = "cancel",
                history = @History(maxAge = "1d", maxSize = "4MB", payload = true))
        void cancel() {}

        @DelayQueueListener(group = "my.orders", topic = "remind", history = @History(maxAge = "1d", maxSize = "4MB"))
        void remind() {}
    }
}
