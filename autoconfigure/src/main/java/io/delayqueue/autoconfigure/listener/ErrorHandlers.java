package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TopicName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;

/** Hands failures to the error handler of their topic, or else to the one of all topics. */
public final class ErrorHandlers implements TaskInterceptor, SmartInitializingSingleton, Ordered {

    /** Outside the application's interceptors, whose failures count too, and inside what sets up logs and traces. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1000;

    private final ObjectProvider<TaskErrorHandler> beans;

    private final Map<TopicName, TaskErrorHandler> topics = new ConcurrentHashMap<>();

    private volatile @Nullable TaskErrorHandler common;

    /**
     * Creates the handlers.
     *
     * @param beans the application's; an only or primary one is for all topics that have none of their own
     */
    public ErrorHandlers(ObjectProvider<TaskErrorHandler> beans) {
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        common = beans.getIfUnique();
    }

    void add(TopicName topic, TaskErrorHandler handler) {
        topics.put(topic, handler);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        try {
            invocation.proceed();
        } catch (Throwable failure) {
            handle(invocation, failure);
            throw failure;
        }
    }

    private void handle(TaskInvocation invocation, Throwable failure) throws Exception {
        TopicName topic =
                new TopicName(invocation.context().group(), invocation.context().topic());
        TaskErrorHandler handler = topics.getOrDefault(topic, common);
        if (handler == null) {
            return;
        }
        try {
            handler.onError(invocation.context(), invocation.payload(), failure);
        } catch (Throwable other) {
            if (other != failure && other.getCause() != failure) {
                other.addSuppressed(failure);
            }
            throw other;
        }
    }
}
