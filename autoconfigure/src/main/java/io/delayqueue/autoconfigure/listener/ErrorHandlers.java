package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
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

    private final Map<String, Map<TopicName, TaskErrorHandler>> queues = new ConcurrentHashMap<>();

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

    void add(String queue, TopicName topic, TaskErrorHandler handler) {
        handlers(queue).put(topic, handler);
    }

    private Map<TopicName, TaskErrorHandler> handlers(String queue) {
        return queues.computeIfAbsent(queue, name -> new ConcurrentHashMap<>());
    }

    /**
     * The handlers of one queue.
     *
     * @param queue the queue's name
     * @return what to put around its callbacks
     */
    public TaskInterceptor of(String queue) {
        Map<TopicName, TaskErrorHandler> topics = handlers(queue);
        return invocation -> intercept(invocation, topics);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    /** Those of the queue that has no name. */
    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        intercept(invocation, handlers(DelayQueueEngine.DEFAULT_NAME));
    }

    private void intercept(TaskInvocation invocation, Map<TopicName, TaskErrorHandler> topics) throws Exception {
        try {
            invocation.proceed();
        } catch (Throwable failure) {
            handle(invocation, failure, topics);
            throw failure;
        }
    }

    private void handle(TaskInvocation invocation, Throwable failure, Map<TopicName, TaskErrorHandler> topics)
            throws Exception {
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
