package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Has adds and callbacks timed where no observations do it. */
final class UnobservedEngines implements SmartInitializingSingleton {

    private final ObjectProvider<DelayQueueEngine> engines;

    private final MeterRegistry registry;

    UnobservedEngines(ObjectProvider<DelayQueueEngine> engines, MeterRegistry registry) {
        this.engines = engines;
        this.registry = registry;
    }

    @Override
    public void afterSingletonsInstantiated() {
        engines.stream(ObjectProvider.UNFILTERED).forEach(this::time);
    }

    private void time(DelayQueueEngine engine) {
        TaskTimers timers = new TaskTimers(registry, engine.name());
        EngineExtensions extensions = engine.extensions();
        extensions.addAddInterceptor(timers);
        extensions.addInterceptor(timers);
    }
}
