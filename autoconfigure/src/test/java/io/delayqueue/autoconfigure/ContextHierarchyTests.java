package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.autoconfigure.health.DelayQueueHealthContributorAutoConfiguration;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.autoconfigure.observation.DelayQueueObservationAutoConfiguration;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A parent and a child context that both have the auto-configurations: each has queues of its own. */
class ContextHierarchyTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueAutoConfiguration.class,
                    TransactionalDelayQueueAutoConfiguration.class,
                    DelayQueueHealthContributorAutoConfiguration.class,
                    DelayQueueObservationAutoConfiguration.class,
                    DelayQueueMetricsAutoConfiguration.class))
            .withBean(FakeBackend.class)
            .withUserConfiguration(FakeBackend.Billing.class)
            .withPropertyValues("delayqueue.queues.billing.concurrency=2");

    private void run(String property, BiConsumer<AssertableApplicationContext, AssertableApplicationContext> both) {
        ApplicationContextRunner each = runner.withPropertyValues(property);
        each.withBean(SimpleMeterRegistry.class)
                .withBean(ObservationRegistry.class, ObservationRegistry::create)
                .withUserConfiguration(OfParent.class)
                .run(parent -> each.withParent(parent)
                        .withUserConfiguration(OfChild.class)
                        .run(child -> both.accept(parent, child)));
    }

    @Test
    void eachContextShouldHaveRunningEnginesWithTheCallbacksOfItsOwnListeners() {
        run("a=b", (parent, child) -> {
            assertThat(child).hasNotFailed();
            for (String bean : new String[] {"delayQueueEngine", "billingDelayQueueEngine"}) {
                DelayQueueEngine upper = parent.getBean(bean, DelayQueueEngine.class);
                DelayQueueEngine lower = child.getBean(bean, DelayQueueEngine.class);
                assertThat(lower).isNotSameAs(upper);
                assertThat(upper.isRunning()).isTrue();
                assertThat(lower.isRunning()).isTrue();
                assertThat(has(upper, "parent")).isEqualTo(!has(lower, "parent"));
                assertThat(has(lower, "child")).isEqualTo(!has(upper, "child"));
            }
            DelayQueueEngine upper = parent.getBean(DelayQueueEngine.class);
            child.close();
            assertThat(upper.isRunning()).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void serviceOfEachContextShouldAddToItsOwnStore(boolean transactions) {
        run("delayqueue.transactions.enabled=" + transactions, (parent, child) -> {
            assertThat(child).hasNotFailed();
            child.getBean(DelayQueueService.class).addTask(Task.of("g", "t").build());
            child.getBean(TransactionalDelayQueueService.class)
                    .addTask(Task.of("g", "t").build());
            assertThat(child.getBean(FakeBackend.class).added).hasSize(2);
            assertThat(parent.getBean(FakeBackend.class).added).isEmpty();
        });
    }

    @Test
    void childWithoutADefaultQueueShouldNotHaveTheParents() {
        runner.run(parent -> runner.withParent(parent)
                .withPropertyValues("delayqueue.default-queue=false")
                .withUserConfiguration(OfChild.class)
                .run(child -> assertThat(child)
                        .getFailure()
                        .hasMessageContaining("there is no queue 'default', only [billing]")));
    }

    private static boolean has(DelayQueueEngine engine, String topic) {
        return engine.topicOptions(new TopicName("g", topic)).isPresent();
    }

    static class OfParent {
        @DelayQueueListener(group = "g", topic = "parent")
        void handle() {}

        @DelayQueueListener(queue = "billing", group = "g", topic = "parent")
        void bill() {}
    }

    static class OfChild {
        @DelayQueueListener(group = "g", topic = "child")
        void handle() {}

        @DelayQueueListener(queue = "billing", group = "g", topic = "child")
        void bill() {}
    }
}
