package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.Assert;

/**
 * Precedence of the retry options of a topic. Options that do not apply would wait for a day, or not at all until all attempts
 * are spent.
 */
class ListenerRetriesIT {

    private static final RetryPolicy DAY = ExponentialBackoff.fixed(Duration.ofDays(1));

    private static final RetryPolicy SOON = ExponentialBackoff.fixed(Duration.ofMillis(10));

    private static final String[] DAY_BY_PROPERTY = {
        "delayqueue.retry.initial-delay=1d", "delayqueue.retry.max-delay=1d", "delayqueue.max-attempts=3"
    };

    private final String group = "g" + UUID.randomUUID();

    private Instance instance;

    @AfterEach
    void close() {
        instance.close();
    }

    private void start(ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        instance = new Instance(ShopApplication.start(group, beans, properties), group);
    }

    private static void register(GenericApplicationContext context, String name, RetryPolicy policy) {
        context.registerBean(name, RetryPolicy.class, () -> policy);
    }

    private int attemptsOf(String topic) {
        String id = instance.orders().add(topic, "no luck").id();
        return instance.awaitDead(id).attempts();
    }

    @Test
    void annotationShouldGoBeforeTheBeanAndTheProperties() {
        start(
                context -> {
                    context.registerBean(Failing.class);
                    register(context, "day", DAY);
                    register(context, "soon", SOON);
                },
                DAY_BY_PROPERTY);
        assertThat(attemptsOf("fixed")).isEqualTo(3);
        assertThat(attemptsOf("bean")).isEqualTo(3);
    }

    @Test
    void annotationShouldLeaveTheRestToTheProperties() {
        start(
                context -> {
                    context.registerBean(Failing.class);
                    register(context, "soon", DAY);
                },
                "delayqueue.retry.initial-delay=10ms",
                "delayqueue.retry.max-delay=10ms");
        assertThat(attemptsOf("partly")).isEqualTo(5);
    }

    @Test
    void onlyBeanShouldGoBeforeTheProperties() {
        start(context -> register(context, "soon", SOON), DAY_BY_PROPERTY);
        assertThat(attemptsOf("failing")).isEqualTo(3);
    }

    @Test
    void primaryBeanShouldGoBeforeTheProperties() {
        start(
                context -> {
                    register(context, "day", DAY);
                    context.registerBean("soon", RetryPolicy.class, () -> SOON, bean -> bean.setPrimary(true));
                },
                DAY_BY_PROPERTY);
        assertThat(attemptsOf("failing")).isEqualTo(3);
    }

    @Test
    void propertiesShouldHoldIfSeveralBeansAreAlike() {
        start(
                context -> {
                    register(context, "day", DAY);
                    register(context, "otherDay", DAY);
                },
                "delayqueue.retry.initial-delay=10ms",
                "delayqueue.retry.max-delay=10ms");
        assertThat(attemptsOf("failing")).isEqualTo(3);
    }

    @Test
    void exceptionsOfListenerAndPropertyShouldNotBeRetried() {
        start(
                context -> {
                    context.registerBean(Failing.class);
                    register(context, "soon", SOON);
                },
                "delayqueue.retry.no-retry-for=java.io.IOException");
        assertThat(attemptsOf("listener")).isOne();
        assertThat(attemptsOf("property")).isOne();
        assertThat(attemptsOf("fixed")).isEqualTo(5);
    }

    /** Listeners that always fail. */
    static class Failing {

        @DelayQueueListener(group = "${shop.group}", topic = "fixed", backoff = @Backoff(fixedDelay = "${gap:10ms}"))
        void fixed(String message) {
            Assert.state(message.isEmpty(), message);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "partly", backoff = @Backoff(jitter = "0"))
        void partly(String message) {
            Assert.state(message.isEmpty(), message);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "bean", retryPolicy = "soon")
        void bean(String message) {
            Assert.state(message.isEmpty(), message);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "listener", noRetryFor = IllegalStateException.class)
        void listener(String message) {
            Assert.state(message.isEmpty(), message);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "property", noRetryFor = IllegalStateException.class)
        void property(String message) throws IOException {
            throw new FileNotFoundException(message);
        }
    }
}
