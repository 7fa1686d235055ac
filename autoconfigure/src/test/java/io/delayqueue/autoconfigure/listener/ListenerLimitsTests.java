package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueLimit;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;

/** Limits over all instances from annotations. */
class ListenerLimitsTests {

    private static final TopicOptions BOTH = TopicOptions.builder()
            .limits(new TopicLimits(4, Rate.valueOf("10/m"), Set.of("stripe")))
            .build();

    private static List<Limit> limits(ApplicationContext context) {
        return context.getBean(Listening.Limits.class).all();
    }

    @Test
    void limitsOfTopicsShouldBeHandedOver() {
        Listening.to(Listener.class, Topic.class).run(context -> {
            assertThat(callback(context, "charge").options()).isEqualTo(BOTH);
            assertThat(callback(context, "refund").options()).isEqualTo(BOTH);
            assertThat(callback(context, "sync").options())
                    .isEqualTo(TopicOptions.builder()
                            .limits(new TopicLimits(null, null, Set.of("stripe", "smtp")))
                            .build());
        });
    }

    @Test
    void limitsOfBeansShouldBeHandedOverWithTheirPlaceholders() {
        Listening.to(Listener.class, One.class)
                .withPropertyValues("stripe.rate=100/s")
                .run(context -> assertThat(limits(context))
                        .containsExactlyInAnyOrder(
                                Limit.of("g", "stripe")
                                        .concurrency(8)
                                        .rate(100, TimeUnit.SECONDS)
                                        .burst(20),
                                Limit.of("g", "smtp").rate(300, TimeUnit.MINUTES),
                                Limit.of("g", "one").concurrency(1)));
    }

    @Test
    void limitWithoutConcurrencyAndRateShouldFailWithTheBean() {
        Listening.to(Nothing.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessage("@DelayQueueLimit on the bean 'listenerLimitsTests.Nothing' (" + Nothing.class.getName()
                        + ") is wrong: limit g/none concurrency must be set, or a rate, because none limits"
                        + " nothing"));
    }

    @Test
    void limitOfAnUnknownQueueShouldFailWithTheBean() {
        Listening.to(OtherQueue.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessageContaining(OtherQueue.class.getName())
                .hasMessageEndingWith(" is wrong: there is no queue 'billing', only [default]"));
    }

    @DelayQueueLimit(group = "g", name = "stripe", concurrency = "8", rate = "${stripe.rate:50/s}", burst = "20")
    @DelayQueueLimit(group = "g", name = "smtp", rate = "#{'300' + '/m'}")
    static class Listener {

        @DelayQueueListener(group = "g", topic = "charge", limits = "stripe", globalConcurrency = "4", rate = "10/m")
        void charge() {}

        @DelayQueueListener(group = "g", topic = "sync", limits = "smtp, stripe")
        void sync() {}
    }

    @DelayQueueListener(group = "g", topic = "refund", limits = "stripe", globalConcurrency = "4", rate = "10/m")
    static class Topic implements TaskCallback<String> {

        @Override
        public void call(String payload, TaskContext context) {}
    }

    @DelayQueueLimit(group = "g", name = "one", concurrency = "1")
    static class One {}

    @DelayQueueLimit(group = "g", name = "none")
    static class Nothing {}

    @DelayQueueLimit(group = "g", name = "one", queue = "billing", concurrency = "1")
    static class OtherQueue {}
}
