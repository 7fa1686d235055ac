package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Lazy;

/** Placeholders and expressions in annotations, and disabled listeners. */
class ListenerExpressionsTests {

    private static final RetryPolicy SLOW = ExponentialBackoff.fixed(Duration.ofHours(1));

    /** Bean of the expressions. */
    public record Shop(String name, Duration limit, int workers, boolean open) {}

    private static ApplicationContextRunner runner(Class<?>... components) {
        return Listening.to(components)
                .withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
                .withBean("shop", Shop.class, () -> new Shop("eu", Duration.ofSeconds(90), 3, true))
                .withBean("slow", RetryPolicy.class, () -> SLOW)
                .withPropertyValues("x=2", "topic=cancel");
    }

    private static TopicOptions options(AssertableApplicationContext context, String topic) {
        return context.getBean(TopicCallbacks.class)
                .get(new TopicName("orders-eu", topic))
                .options();
    }

    @Test
    void expressionsShouldBeEvaluatedInEveryAttributeOfAMethod() {
        runner(Methods.class).run(context -> {
            assertThat(options(context, "cancel-2"))
                    .isEqualTo(TopicOptions.builder()
                            .concurrency(6)
                            .ttr(Duration.ofSeconds(90))
                            .maxAttempts(4)
                            .retryPolicy(
                                    new ExponentialBackoff(Duration.ofSeconds(2), 2.5, Duration.ofSeconds(180), 0.25))
                            .build());
            assertThat(options(context, "fixed").retryPolicy())
                    .isEqualTo(ExponentialBackoff.fixed(Duration.ofSeconds(180)));
            assertThat(options(context, "policy").retryPolicy()).isSameAs(SLOW);
        });
    }

    @Test
    void expressionsShouldBeEvaluatedInEveryAttributeOfACallback() {
        runner(Topic.class).run(context -> assertThat(options(context, "cancel-2"))
                .isEqualTo(TopicOptions.builder()
                        .concurrency(3)
                        .ttr(Duration.ofSeconds(4))
                        .maxAttempts(2)
                        .retryPolicy(SLOW)
                        .build()));
    }

    @Test
    void textThatComesToNothingShouldBeLikeNone() {
        runner(Nothing.class)
                .run(context -> assertThat(options(context, "nothing")).isEqualTo(TopicOptions.DEFAULT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "#{!shop.open()}", "#{'false'}"})
    void listenerThatIsSwitchedOffShouldRegisterNothing(String enabled) {
        runner(Switched.class, SwitchedTopic.class)
                .withPropertyValues("enabled=" + enabled)
                .run(context -> {
                    assertThat(context.getBean(TopicCallbacks.class).topics()).isEmpty();
                    assertThat(context.getBeanFactory().containsSingleton("listenerExpressionsTests.Switched"))
                            .isFalse();
                    assertThat(context.getBeanFactory().containsSingleton("listenerExpressionsTests.SwitchedTopic"))
                            .isFalse();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "#{shop.open()}", "${open:true}"})
    void listenerThatIsSwitchedOnShouldBeRegistered(String enabled) {
        runner(Switched.class, SwitchedTopic.class)
                .withPropertyValues("enabled=" + enabled, "gone=gone")
                .run(context -> assertThat(context.getBean(TopicCallbacks.class).topics())
                        .containsExactlyInAnyOrder(new TopicName("gone", "method"), new TopicName("gone", "topic")));
    }

    @Test
    void groupThatIsDisabledShouldNameGroupTopicAndListener() {
        runner(Off.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOfSatisfying(DisabledGroupException.class, failure -> {
                    assertThat(failure.group()).isEqualTo("off");
                    assertThat(failure.topic()).isEqualTo("t");
                    assertThat(failure.source())
                            .isEqualTo("the method " + Off.class.getName()
                                    + ".on of the bean 'listenerExpressionsTests.Off'");
                    assertThat(failure)
                            .hasMessage("The group off is disabled here by delayqueue.disabled-groups, but its topic t"
                                    + " is consumed by " + failure.source() + ". Remove the group from"
                                    + " delayqueue.disabled-groups, or disable the listener with enabled = \"false\"");
                }));
        runner(Off.class).withPropertyValues("listens=false").run(context -> assertThat(context)
                .hasNotFailed());
    }

    static class Methods {
        @DelayQueueListener(
                group = "orders-#{shop.name()}",
                topic = "${topic}-#{${x}}",
                concurrency = "#{shop.workers() * ${x}}",
                ttr = "#{@shop.limit()}",
                maxAttempts = "#{${x} * 2}",
                backoff =
                        @Backoff(
                                initialDelay = "${x}s",
                                multiplier = "#{${x} + 0.5}",
                                maxDelay = "#{shop.limit().multipliedBy(${x})}",
                                jitter = "#{'0.25'}"))
        void all() {}

        @DelayQueueListener(
                group = "orders-eu",
                topic = "fixed",
                backoff = @Backoff(fixedDelay = "#{shop.limit().multipliedBy(${x})}"))
        void fixed() {}

        @DelayQueueListener(group = "orders-eu", topic = "policy", retryPolicy = "#{@slow}")
        void policy() {}
    }

    @DelayQueueListener(
            group = "orders-#{shop.name()}",
            topic = "${topic}-#{${x}}",
            concurrency = "#{shop.workers()}",
            ttr = "#{${x} * 2000}",
            maxAttempts = "${x}",
            retryPolicy = "#{'sl' + 'ow'}",
            enabled = "#{shop.open()}")
    static class Topic implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    static class Nothing {
        @DelayQueueListener(
                group = "orders-eu",
                topic = "nothing",
                concurrency = "${none:}",
                maxAttempts = "#{null}",
                ttr = "${none:}")
        void on() {}
    }

    @Lazy
    static class Switched {
        @DelayQueueListener(group = "${gone}", topic = "method", enabled = "${enabled}")
        void on() {}
    }

    @Lazy
    @DelayQueueListener(group = "${gone}", topic = "topic", enabled = "${enabled}")
    static class SwitchedTopic extends Topic {}

    static class Off {
        @DelayQueueListener(group = "off", topic = "t", enabled = "${listens:true}")
        void on() {}
    }
}
