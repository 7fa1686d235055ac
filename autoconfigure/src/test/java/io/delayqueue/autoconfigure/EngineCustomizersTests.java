package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.DelayQueueService;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;

/** Customizers of engines. */
class EngineCustomizersTests {

    private final List<String> calls = new ArrayList<>();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withUserConfiguration(SeveralQueuesTests.Stores.class)
            .withPropertyValues("delayqueue.queues.billing.groups.invoices=send");

    private final class Customizer implements DelayQueueEngineCustomizer, Ordered {

        private final int order;

        Customizer(int order) {
            this.order = order;
        }

        @Override
        public void customize(String queue, DelayQueueEngineBuilder builder) {
            calls.add(queue + " " + order);
            builder.name(queue + "-" + order);
        }

        @Override
        public int getOrder() {
            return order;
        }
    }

    @Test
    void customizersShouldBeCalledInTheirOrderForEachQueueAfterThePropertiesAreApplied() {
        runner.withBean("second", Customizer.class, () -> new Customizer(2))
                .withBean("first", Customizer.class, () -> new Customizer(1))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(calls)
                            .containsExactlyInAnyOrder("default 1", "default 2", "billing 1", "billing 2")
                            .containsSubsequence("default 1", "default 2")
                            .containsSubsequence("billing 1", "billing 2");
                    assertThat(context.getBean(DelayQueueEngine.class).name()).isEqualTo("default-2");
                });
    }

    @Test
    void engineOfTheApplicationShouldNotBeCustomized() {
        runner.withPropertyValues("delayqueue.queues.billing.enabled=false")
                .withBean(DelayQueueEngine.class, () -> DelayQueueEngine.builder(new FakeBackend())
                        .build())
                .withBean(DelayQueueService.class, () -> mock(DelayQueueService.class))
                .withBean(Customizer.class, () -> new Customizer(1))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(calls).isEmpty();
                });
    }
}
