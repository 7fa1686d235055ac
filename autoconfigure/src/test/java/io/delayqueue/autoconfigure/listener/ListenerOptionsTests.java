package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the annotations say of a topic. */
class ListenerOptionsTests {

    @Test
    void optionsShouldBeHandedOver() {
        Listening.to(AllOptions.class)
                .run(context -> assertThat(callback(context, "all").options())
                        .isEqualTo(new TopicOptions(4, Duration.ofSeconds(90), 2, null)));
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

    @Test
    void placeholderWithoutValueShouldFailAndNameBeanAndPlaceholder() {
        assertFails(Placeholders.class, "placeholders", "shop.group");
    }

    @Test
    void badGroupShouldFailAndNameBeanAndRule() {
        assertFails(BadGroup.class, "badGroup", "group must be a letter followed by", "'1st'");
    }

    @Test
    void badTopicShouldFailAndNameBeanAndRule() {
        assertFails(BadTopic.class, "badTopic", "topic must be a letter followed by", "'no way'");
    }

    @Test
    void badConcurrencyShouldFailAndNameBeanAndRule() {
        assertFails(BadConcurrency.class, "badConcurrency", "concurrency must be at least 1", "-1");
    }

    @Test
    void badAttemptsShouldFailAndNameBeanAndRule() {
        assertFails(BadAttempts.class, "badAttempts", "maxAttempts must be at least 1", "-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "999ms", "-5s", "0"})
    void badTtrShouldFailAndNameBeanAndField(String ttr) {
        Listening.to(Ttr.class).withPropertyValues("ttr=" + ttr).run(context -> assertThat(context)
                .getFailure()
                .hasMessageContaining("'listenerOptionsTests.Ttr'")
                .hasMessageContaining("ttr"));
    }

    @Test
    void twoListenersForOneTopicShouldFailWithBothNames() {
        assertFails(TwoMethods.class, TwoMethods.class.getName() + ".one", TwoMethods.class.getName() + ".other");
    }

    @Test
    void twoBeansOfOneListenerShouldFailWithBothNames() {
        assertFails(TwoBeans.class, "'one'", "'other'");
    }

    @Test
    void listenerAndCallbackBeanForOneTopicShouldFailWithBothNames() {
        Listening.to(NoOptions.class, CallbackBean.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("g/none has two callbacks")
                .hasMessageContaining(NoOptions.class.getName() + ".on")
                .hasMessageContaining("'listenerOptionsTests.CallbackBean'"));
    }

    private static void assertFails(Class<?> component, String... parts) {
        Listening.to(component).run(context -> {
            assertThat(context).getFailure().isInstanceOf(IllegalStateException.class);
            assertThat(context.getStartupFailure().getMessage().toLowerCase())
                    .contains(Arrays.stream(parts).map(String::toLowerCase).toList());
        });
    }

    static class AllOptions {
        @DelayQueueListener(group = "g", topic = "all", concurrency = 4, ttr = "90s", maxAttempts = 2)
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

    static class BadGroup {
        @DelayQueueListener(group = "1st", topic = "t")
        void on() {}
    }

    static class BadTopic {
        @DelayQueueListener(group = "g", topic = "no way")
        void on() {}
    }

    static class BadConcurrency {
        @DelayQueueListener(group = "g", topic = "t", concurrency = -1)
        void on() {}
    }

    static class BadAttempts {
        @DelayQueueListener(group = "g", topic = "t", maxAttempts = -2)
        void on() {}
    }

    static class Ttr {
        @DelayQueueListener(group = "g", topic = "t", ttr = "${ttr}")
        void on() {}
    }

    static class TwoMethods {
        @DelayQueueListener(group = "g", topic = "t")
        void one() {}

        @DelayQueueListener(group = "g", topic = "t")
        void other() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoBeans {
        @Bean
        NoOptions one() {
            return new NoOptions();
        }

        @Bean
        NoOptions other() {
            return new NoOptions();
        }
    }

    @DelayQueueTopic(group = "g", topic = "none")
    static class CallbackBean implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }
}
