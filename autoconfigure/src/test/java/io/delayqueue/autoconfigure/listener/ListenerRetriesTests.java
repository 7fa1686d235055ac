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
import io.delayqueue.callback.TopicOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Options of retries from annotations. */
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
                .isEqualTo(TopicOptions.builder()
                        .noRetryFor(Set.of(IOException.class, IllegalArgumentException.class))
                        .build()));
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

    @DelayQueueListener(group = "g", topic = "topic", retryPolicy = "mine")
    static class Topic implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }
}
