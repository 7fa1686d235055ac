package io.delayqueue.autoconfigure;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Gives the engine its interceptors when all beans are there: an interceptor may need the engine's service. */
final class TaskInterceptorRegistrar implements SmartInitializingSingleton {

    private final ObjectProvider<TaskInterceptor> interceptors;

    private final ObjectProvider<DelayQueueEngine> engine;

    TaskInterceptorRegistrar(ObjectProvider<TaskInterceptor> interceptors, ObjectProvider<DelayQueueEngine> engine) {
        this.interceptors = interceptors;
        this.engine = engine;
    }

    @Override
    public void afterSingletonsInstantiated() {
        interceptors
                .orderedStream()
                .forEach(interceptor -> engine.getObject().extensions().addInterceptor(interceptor));
    }
}
