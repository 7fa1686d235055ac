package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.BACKOFF;
import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.callback.TopicOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** What the annotations say of retries. */
class ListenerRetriesTests {

    private static final RetryPolicy MINE = failedAttempts -> Duration.ofSeconds(failedAttempts);

    private final ApplicationContextRunner runner =
            Listening.to(Retried.class, Topic.class).withBean("mine", RetryPolicy.class, () -> MINE);

    private static RetryPolicy policy(ApplicationContext context, String topic) {
        return callback(context, topic).options().retryPolicy();
    }

    @Test
    void nothingShouldLeaveItToTheEngine() {
        runner.run(context -> assertThat(callback(context, "nothing").options()).isEqualTo(TopicOptions.DEFAULT));
    }

    @Test
    void valuesShouldBeHandedOver() {
        runner.run(context -> assertThat(policy(context, "all"))
                .isEqualTo(new ExponentialBackoff(Duration.ofMillis(200), 1.5, Duration.ofMinutes(1), 0)));
    }

    @Test
    void valuesThatAreNotGivenShouldBeThoseOfTheProperties() {
        runner.run(context -> {
            assertThat(policy(context, "initial"))
                    .isEqualTo(new ExponentialBackoff(
                            Duration.ofMillis(200), BACKOFF.multiplier(), BACKOFF.max(), BACKOFF.jitter()));
            assertThat(policy(context, "jitter"))
                    .isEqualTo(new ExponentialBackoff(BACKOFF.initial(), BACKOFF.multiplier(), BACKOFF.max(), 0));
        });
    }

    @Test
    void fixedDelayShouldStandAlone() {
        runner.run(context ->
                assertThat(policy(context, "fixed")).isEqualTo(ExponentialBackoff.fixed(Duration.ofSeconds(5))));
    }

    @Test
    void beanShouldBeFoundByItsName() {
        runner.withPropertyValues("policy=mine").run(context -> {
            assertThat(policy(context, "bean")).isSameAs(MINE);
            assertThat(policy(context, "topic")).isSameAs(MINE);
        });
    }

    @Test
    void exceptionsShouldBeHandedOver() {
        runner.run(context -> assertThat(callback(context, "exceptions").options())
                .isEqualTo(new TopicOptions(
                        null, null, null, null, Set.of(IOException.class, IllegalArgumentException.class))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    policy=gone             | retryPolicy must be the name of a bean of io.delayqueue.RetryPolicy, but is 'gone'
                    policy=callbacks        | retryPolicy must be the name of a bean of io.delayqueue.RetryPolicy, but is 'callbacks'
                    policy=mine,initial=1s  | backoff and retryPolicy must not both be given
                    fixed=1s,initial=1s     | backoff.fixedDelay must stand alone
                    fixed=1s,jitter=0       | backoff.fixedDelay must stand alone
                    fixed=soon              | backoff.fixedDelay must be a duration such as 30s or PT5M, but is 'soon'
                    fixed=0s                | retry initial must be at least 1 ms, but is PT0S
                    initial=1h              | retry max must be at least initial (PT1H), but is PT4M
                    multiplier=twice        | backoff.multiplier must be a number, but is 'twice'
                    multiplier=NaN          | retry multiplier must be at least 1, but is NaN
                    jitter=2                | retry jitter must be from 0 to 1, but is 2.0
                    max=1s                  | retry max must be at least initial (PT2S), but is PT1S
                    """)
    void whatIsWrongShouldFailAndNameMethodAndRule(String properties, String message) {
        Listening.to(Wrong.class)
                .withBean("mine", RetryPolicy.class, () -> MINE)
                .withPropertyValues(properties.split(","))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(Wrong.class.getName() + ".on")
                        .hasMessageContaining(message));
    }

    static class Retried {
        @DelayQueueListener(group = "g", topic = "nothing", backoff = @Backoff(jitter = "${none:}"))
        void nothing() {}

        @DelayQueueListener(
                group = "g",
                topic = "all",
                backoff = @Backoff(initialDelay = "200ms", multiplier = "1.5", maxDelay = "${max:PT1M}", jitter = "0"))
        void all() {}

        @DelayQueueListener(group = "g", topic = "initial", backoff = @Backoff(initialDelay = "200ms"))
        void initial() {}

        @DelayQueueListener(group = "g", topic = "jitter", backoff = @Backoff(jitter = "0"))
        void jitter() {}

        @DelayQueueListener(group = "g", topic = "fixed", backoff = @Backoff(fixedDelay = "${fixed:5s}"))
        void fixed() {}

        @DelayQueueListener(group = "g", topic = "bean", retryPolicy = "${policy:}")
        void bean() {}

        @DelayQueueListener(
                group = "g",
                topic = "exceptions",
                noRetryFor = {IllegalArgumentException.class, IOException.class, IOException.class})
        void exceptions() {}
    }

    @DelayQueueTopic(group = "g", topic = "topic", retryPolicy = "mine")
    static class Topic implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    static class Wrong {
        @DelayQueueListener(
                group = "g",
                topic = "t",
                backoff =
                        @Backoff(
                                fixedDelay = "${fixed:}",
                                initialDelay = "${initial:}",
                                multiplier = "${multiplier:}",
                                maxDelay = "${max:}",
                                jitter = "${jitter:}"),
                retryPolicy = "${policy:}")
        void on() {}
    }
}
