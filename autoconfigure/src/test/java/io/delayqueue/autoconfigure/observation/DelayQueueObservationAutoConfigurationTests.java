package io.delayqueue.autoconfigure.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.any;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;

import io.delayqueue.AddInterceptor;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DelayQueueObservationAutoConfigurationTests {

    private final DelayQueueEngine engine = mock(DelayQueueEngine.class);

    private final EngineExtensions extensions = mock(EngineExtensions.class);

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ObservationAutoConfiguration.class, DelayQueueObservationAutoConfiguration.class))
            .withUserConfiguration(Properties.class)
            .withBean(DelayQueueEngine.class, () -> engine, definition -> definition.setInitMethodName("start"));

    @EnableConfigurationProperties(DelayQueueProperties.class)
    static class Properties {}

    DelayQueueObservationAutoConfigurationTests() {
        given(engine.extensions()).willReturn(extensions);
        given(engine.name()).willReturn("default");
    }

    @Test
    void enginesShouldBeObservedBeforeTheyStart() {
        contextRunner.run(context -> {
            InOrder order = inOrder(engine, extensions);
            order.verify(extensions).interceptAdds(any(AddInterceptor.class));
            order.verify(extensions).addInterceptor(any(TaskInterceptor.class));
            order.verify(engine).start();
        });
    }

    @Test
    void runWhenDisabledShouldNotObserve() {
        contextRunner
                .withPropertyValues("delayqueue.observations.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("delayQueueEngineObservation"));
    }

    @Test
    void runWithoutRegistryShouldNotObserve() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DelayQueueObservationAutoConfiguration.class))
                .withBean(DelayQueueEngine.class, () -> engine)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("delayQueueEngineObservation"));
    }

    @Test
    void runWithoutEngineShouldNotObserve() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ObservationAutoConfiguration.class, DelayQueueObservationAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("delayQueueEngineObservation"));
    }

    @Test
    void runWithoutMicrometerShouldStart() {
        contextRunner
                .withClassLoader(new FilteredClassLoader(
                        ObservationRegistry.class.getPackageName(),
                        ObservationAutoConfiguration.class.getPackageName()))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("delayQueueEngineObservation"));
    }
}
