package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Options of topics from annotations. */
class ListenerOptionsTests {

    @Test
    void optionsShouldBeHandedOver() {
        Listening.to(AllOptions.class)
                .run(context -> assertThat(callback(context, "all").options())
                        .isEqualTo(TopicOptions.builder()
                                .concurrency(4)
                                .ttr(Duration.ofSeconds(90))
                                .maxAttempts(2)
                                .retryFor(Duration.ofDays(1))
                                .within(Duration.ofMillis(1_500))
                                .whenExpired(WhenExpired.DROP)
                                .build()));
    }

    @Test
    void optionsThatAreNotSetShouldBeLeftToTheEngine() {
        Listening.to(NoOptions.class)
                .run(context -> assertThat(callback(context, "none").options()).isEqualTo(TopicOptions.DEFAULT));
    }

    @Test
    void placeholdersShouldBeResolved() {
        Listening.to(Placeholders.class)
                .withPropertyValues("shop.group=orders", "shop.topic=cancel", "shop.limit=1500ms")
                .run(context -> assertThat(context.getBean(TopicCallbacks.class)
                                .get(new TopicName("orders-eu", "cancel"))
                                .options()
                                .ttr())
                        .isEqualTo(Duration.ofMillis(1500)));
    }

    @Test
    void placeholdersShouldHaveTheirDefaults() {
        Listening.to(Placeholders.class).withPropertyValues("shop.group=orders").run(context -> assertThat(
                        context.getBean(TopicCallbacks.class)
                                .get(new TopicName("orders-eu", "remind"))
                                .options())
                .isEqualTo(TopicOptions.DEFAULT));
    }

    static class AllOptions {
        @DelayQueueListener(
                group = "g",
                topic = "all",
                concurrency = "4",
                ttr = "90s",
                maxAttempts = "2",
                retryFor = "24h",
                within = "1500ms",
                whenExpired = "DROP")
        void on() {}
    }

    static class NoOptions {
        @DelayQueueListener(group = "g", topic = "none")
        void on() {}
    }

    static class Placeholders {
        @DelayQueueListener(group = "${shop.group}-eu", topic = "${shop.topic:remind}", ttr = "${shop.limit:}")
        void on() {}
    }
}
