package io.delayqueue.autoconfigure.observation;

import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.observation.AddObservationConvention;
import io.delayqueue.observation.ExecutionObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Observes every engine from its first add on, outside all other interceptors: their logs and work belong to the span. */
final class EngineObservation implements BeanPostProcessor {

    private final ObjectProvider<ObservationRegistry> registry;

    private final ObjectProvider<DelayQueueProperties> properties;

    private final ObjectProvider<AddObservationConvention> adds;

    private final ObjectProvider<ExecutionObservationConvention> executions;

    EngineObservation(
            ObjectProvider<ObservationRegistry> registry,
            ObjectProvider<DelayQueueProperties> properties,
            ObjectProvider<AddObservationConvention> adds,
            ObjectProvider<ExecutionObservationConvention> executions) {
        this.registry = registry;
        this.properties = properties;
        this.adds = adds;
        this.executions = executions;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof DelayQueueEngine engine) {
            EngineExtensions extensions = engine.extensions();
            ObservationRegistry observations = registry.getObject();
            extensions.interceptAdds(new AddObserver(
                    engine.name(),
                    observations,
                    adds.getIfAvailable(),
                    properties.getObject().observations().newTraceAfter()));
            extensions.addInterceptor(new ExecutionObserver(engine.name(), observations, executions.getIfAvailable()));
        }
        return bean;
    }
}
