package io.delayqueue.autoconfigure.observation;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.observation.AddObservationConvention;
import io.delayqueue.observation.ExecutionObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of observations of adds and callbacks, and of traces that span both. */
@AutoConfiguration(after = {DelayQueueAutoConfiguration.class, ObservationAutoConfiguration.class})
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnQueue
@ConditionalOnBean(ObservationRegistry.class)
@ConditionalOnBooleanProperty(name = "delayqueue.observations.enabled", matchIfMissing = true)
public final class DelayQueueObservationAutoConfiguration {

    DelayQueueObservationAutoConfiguration() {}

    @Bean
    static EngineObservation delayQueueEngineObservation(
            ObjectProvider<ObservationRegistry> registry,
            ObjectProvider<AddObservationConvention> adds,
            ObjectProvider<ExecutionObservationConvention> executions) {
        return new EngineObservation(registry, adds, executions);
    }
}
