package io.delayqueue.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.store.Backend;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DelayQueueEndpointAutoConfigurationTests {

    private final ApplicationContextRunner withoutQueue = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueEndpointAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=delayqueue");

    private final ApplicationContextRunner runner =
            withoutQueue.withBean(DelayQueueEngine.class, () -> DelayQueueEngine.builder(mock(Backend.class))
                    .build());

    @Test
    void runShouldCreateEndpoint() {
        runner.run(context -> assertThat(context).hasSingleBean(DelayQueueEndpoint.class));
    }

    @Test
    void runShouldCreateEachEndpointIfItIsExposed() {
        runner.run(context -> assertThat(context).doesNotHaveBean(DelayQueuePayloadsEndpoint.class));
        runner.withPropertyValues("management.endpoints.web.exposure.include=delayqueuepayloads")
                .run(context -> assertThat(context)
                        .hasSingleBean(DelayQueuePayloadsEndpoint.class)
                        .doesNotHaveBean(DelayQueueEndpoint.class));
    }

    @Test
    void runShouldCreateTheEndpointOfLimitsIfItIsExposed() {
        runner.run(context -> assertThat(context).doesNotHaveBean(DelayQueueLimitsEndpoint.class));
        runner.withPropertyValues("management.endpoints.web.exposure.include=delayqueuelimits")
                .run(context -> assertThat(context).hasSingleBean(DelayQueueLimitsEndpoint.class));
    }

    @Test
    void runShouldCreateTheEndpointOfKeysIfItIsExposed() {
        runner.run(context -> assertThat(context).doesNotHaveBean(DelayQueueKeysEndpoint.class));
        runner.withPropertyValues("management.endpoints.web.exposure.include=delayqueuekeys")
                .run(context -> assertThat(context).hasSingleBean(DelayQueueKeysEndpoint.class));
    }

    @Test
    void runWithoutQueueShouldNotCreateEndpoint() {
        withoutQueue.run(context -> assertThat(context).doesNotHaveBean(DelayQueueEndpoint.class));
    }

    @Test
    void runWhenNotExposedShouldNotCreateEndpoint() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(DelayQueueEndpoint.class));
    }

    @Test
    void runWithoutAccessShouldNotCreateEndpoint() {
        runner.withPropertyValues("management.endpoint.delayqueue.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(DelayQueueEndpoint.class));
    }

    @Test
    void runWithoutActuatorShouldStart() {
        runner.withClassLoader(new FilteredClassLoader(Endpoint.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayQueueEndpoint.class));
    }
}
