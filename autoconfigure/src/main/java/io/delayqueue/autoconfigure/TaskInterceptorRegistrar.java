package io.delayqueue.autoconfigure;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.autoconfigure.listener.ErrorHandlers;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Gives the engines their interceptors when all beans are there: an interceptor may need an engine's service. */
final class TaskInterceptorRegistrar implements SmartInitializingSingleton {

    private final ObjectProvider<TaskInterceptor> interceptors;

    private final Queues queues;

    TaskInterceptorRegistrar(ObjectProvider<TaskInterceptor> interceptors, Queues queues) {
        this.interceptors = interceptors;
        this.queues = queues;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<TaskInterceptor> all = interceptors.orderedStream().toList();
        for (String queue : queues.names()) {
            for (TaskInterceptor interceptor : all) {
                queues.engine(queue).extensions().addInterceptor(of(queue, interceptor));
            }
        }
    }

    /** Queues may have topics of the same name, with other error handlers. */
    private static TaskInterceptor of(String queue, TaskInterceptor interceptor) {
        return interceptor instanceof ErrorHandlers handlers ? handlers.of(queue) : interceptor;
    }
}
