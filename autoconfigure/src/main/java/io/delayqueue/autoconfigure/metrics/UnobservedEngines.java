package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Adds timers to engines without observations: like these, from the first add on and outside all other interceptors. */
final class UnobservedEngines implements BeanPostProcessor {

    private final ObjectProvider<MeterRegistry> registry;

    UnobservedEngines(ObjectProvider<MeterRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof DelayQueueEngine engine) {
            TaskTimers timers = new TaskTimers(registry.getObject(), engine.name());
            EngineExtensions extensions = engine.extensions();
            extensions.interceptAdds(timers);
            extensions.addInterceptor(timers);
        }
        return bean;
    }
}
