package io.delayqueue.autoconfigure;

import io.delayqueue.AddInterceptor;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.autoconfigure.listener.ErrorHandlers;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.monitor.EngineObserver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Adds the beans that extend engines to them when all beans are there: such a bean may need an engine's service. */
final class QueueExtensionsRegistrar implements SmartInitializingSingleton {

    private final Queues queues;

    private final QueueExtensions extensions;

    private final ObjectProvider<TaskInterceptor> interceptors;

    private final ObjectProvider<AddInterceptor> addInterceptors;

    private final ObjectProvider<DeadLetterListener> deadLetterListeners;

    private final ObjectProvider<EngineObserver> observers;

    QueueExtensionsRegistrar(
            Queues queues,
            QueueExtensions extensions,
            ObjectProvider<TaskInterceptor> interceptors,
            ObjectProvider<AddInterceptor> addInterceptors,
            ObjectProvider<DeadLetterListener> deadLetterListeners,
            ObjectProvider<EngineObserver> observers) {
        this.queues = queues;
        this.extensions = extensions;
        this.interceptors = interceptors;
        this.addInterceptors = addInterceptors;
        this.deadLetterListeners = deadLetterListeners;
        this.observers = observers;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String queue : queues.names()) {
            if (queues.properties(queue).mdc().enabled()) {
                of(queue).addInterceptor(new MdcInterceptor(queue));
            }
        }
        extensions.forEach(TaskInterceptor.class, interceptors, (queue, interceptor) -> of(queue)
                .addInterceptor(ofQueue(queue, interceptor)));
        extensions.forEach(AddInterceptor.class, addInterceptors, (queue, interceptor) -> of(queue)
                .addAddInterceptor(interceptor));
        extensions.forEach(DeadLetterListener.class, deadLetterListeners, (queue, listener) -> of(queue)
                .addDeadLetterListener(listener));
        extensions.forEach(
                EngineObserver.class, observers, (queue, observer) -> of(queue).addObserver(observer));
    }

    private EngineExtensions of(String queue) {
        return queues.engine(queue).extensions();
    }

    /** Queues may have topics of the same name, with other error handlers. */
    private static TaskInterceptor ofQueue(String queue, TaskInterceptor interceptor) {
        return interceptor instanceof ErrorHandlers handlers ? handlers.of(queue) : interceptor;
    }
}
