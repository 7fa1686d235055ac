package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Selection of the queue of a listener. */
class QueueListenersTests {

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class)
            .withUserConfiguration(QuietEngines.class)
            .withPropertyValues("delayqueue.queues.billing.retry.multiplier=7", "invoices=billing");

    @Test
    void listenersShouldListenToTheQueueTheyName() {
        contextRunner.withBean(Listeners.class).withBean(Remind.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(callbacks(context, "engine")).extracting(this::topic).containsExactlyInAnyOrder("one", "three");
            assertThat(callbacks(context, "billingEngine"))
                    .extracting(this::topic)
                    .containsExactlyInAnyOrder("two", "remind");
        });
    }

    @Test
    void backoffOfAListenerShouldTakeWhatItLeavesOpenFromItsQueue() {
        contextRunner.withBean(Listeners.class).run(context -> {
            assertThat(callbacks(context, "billingEngine").get(0).options().retryPolicy())
                    .isEqualTo(new ExponentialBackoff(Duration.ofSeconds(9), 7, Duration.ofMinutes(10), 0.2));
            assertThat(callbacks(context, "engine"))
                    .extracting(callback -> callback.options().retryPolicy())
                    .contains(new ExponentialBackoff(Duration.ofSeconds(9), 2, Duration.ofMinutes(10), 0.2));
        });
    }

    @Test
    void listenerOfAnUnknownQueueShouldStopTheStartAndSayWhichThereAre() {
        contextRunner.withBean(Lost.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessage("@DelayQueueListener on the method " + Lost.class.getName() + ".on of the bean '"
                        + "queueListenersTests.Lost' is wrong: there is no queue 'mail', only [default, billing]"));
    }

    @Test
    void listenerOfTheDefaultQueueWhenThereIsNoneShouldStopTheStart() {
        contextRunner
                .withPropertyValues("delayqueue.default-queue=false")
                .withBean(Listeners.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageEndingWith("there is no queue 'default', only [billing]"));
    }

    @Test
    void listenerOfADisabledQueueShouldBeLeftAlone() {
        contextRunner
                .withPropertyValues("delayqueue.queues.mail.enabled=false")
                .withBean(Lost.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    verify(context.getBean("engine", DelayQueueEngine.class).extensions(), never())
                            .addCallback(any());
                });
    }

    private static List<TopicCallback> callbacks(ApplicationContext context, String engine) {
        ArgumentCaptor<TopicCallback> callbacks = ArgumentCaptor.forClass(TopicCallback.class);
        verify(context.getBean(engine, DelayQueueEngine.class).extensions(), atLeastOnce())
                .addCallback(callbacks.capture());
        return callbacks.getAllValues();
    }

    private String topic(TopicCallback callback) {
        return callback.topic().topic();
    }

    static class Listeners {

        @DelayQueueListener(group = "g", topic = "one", backoff = @Backoff(initialDelay = "9s"))
        void one() {}

        @DelayQueueListener(queue = "${invoices}", group = "g", topic = "two", backoff = @Backoff(initialDelay = "9s"))
        void two() {}

        @DelayQueueListener(queue = "default", group = "g", topic = "three")
        void three() {}
    }

    @DelayQueueListener(queue = "billing", group = "g", topic = "remind")
    static class Remind implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    static class Lost {
        @DelayQueueListener(queue = "mail", group = "g", topic = "t")
        void on() {}
    }
}
