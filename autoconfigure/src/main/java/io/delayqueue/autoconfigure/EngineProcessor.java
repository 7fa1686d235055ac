package io.delayqueue.autoconfigure;

import io.delayqueue.AddInterceptor;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.function.Function;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Adds an interceptor of adds and callbacks to every engine before its first add, and outside all other interceptors.
 *
 * @param interceptor returns the interceptor of an engine
 * @param <T> the type of the interceptor
 */
public record EngineProcessor<T extends AddInterceptor & TaskInterceptor>(Function<DelayQueueEngine, T> interceptor)
        implements BeanPostProcessor {

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof DelayQueueEngine engine) {
            T both = interceptor.apply(engine);
            engine.extensions().interceptAdds(both);
            engine.extensions().addInterceptor(both);
        }
        return bean;
    }
}
