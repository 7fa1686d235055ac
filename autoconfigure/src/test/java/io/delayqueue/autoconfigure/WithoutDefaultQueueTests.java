package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.autoconfigure.endpoint.DelayQueueEndpointAutoConfiguration;
import io.delayqueue.autoconfigure.health.DelayQueueHealthContributorAutoConfiguration;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.autoconfigure.observation.DelayQueueObservationAutoConfiguration;
import io.delayqueue.engine.DelayQueueEngine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Health, meters and endpoint of an application with named queues only. */
class WithoutDefaultQueueTests {

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueAutoConfiguration.class,
                    DelayQueueEndpointAutoConfiguration.class,
                    DelayQueueHealthContributorAutoConfiguration.class,
                    DelayQueueMetricsAutoConfiguration.class,
                    DelayQueueObservationAutoConfiguration.class,
                    ObservationAutoConfiguration.class))
            .withBean(SimpleMeterRegistry.class)
            .withPropertyValues(
                    "delayqueue.default-queue=false", "management.endpoints.web.exposure.include=delayqueue");

    @Test
    void queueWithANameShouldHaveHealthEndpointTracesAndMetrics() {
        contextRunner
                .withUserConfiguration(FakeBackend.Billing.class)
                .withPropertyValues("delayqueue.queues.billing.groups.invoices=send")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean("delayQueueHealthContributor")).isInstanceOf(HealthIndicator.class);
                    assertThat(context).hasBean("delayQueueEndpoint").hasBean("delayQueueEngineObservation");
                    assertThat(context.getBean(MeterRegistry.class)
                                    .get("delayqueue.outage")
                                    .tag("queue", "billing")
                                    .gauge())
                            .isNotNull();
                });
    }

    @Test
    void applicationWithoutAnyQueueShouldHaveNothingOfThem() {
        contextRunner.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(DelayQueueEngine.class)
                .doesNotHaveBean("delayQueueHealthContributor")
                .doesNotHaveBean("delayQueueEndpoint")
                .doesNotHaveBean("delayQueueEngineObservation"));
    }
}
