package io.delayqueue.autoconfigure;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import java.util.function.BiConsumer;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Extends every engine before its first add, and outside all other interceptors. */
public final class EngineProcessor implements BeanPostProcessor {

    private final BiConsumer<DelayQueueEngine, EngineExtensions> extend;

    /**
     * Creates the processor.
     *
     * @param extend extends an engine
     */
    public EngineProcessor(BiConsumer<DelayQueueEngine, EngineExtensions> extend) {
        this.extend = extend;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof DelayQueueEngine engine) {
            extend.accept(engine, engine.extensions());
        }
        return bean;
    }
}
