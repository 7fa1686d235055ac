package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;

/** Hands failures to the error handler of their topic, or else to the one of all topics. */
public final class ErrorHandlers implements TaskInterceptor, Ordered {

    /** Outside the application's interceptors, whose failures count too, unless they have a smaller order. */
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

    /**
     * Finds the handler of all topics, when the listeners have named theirs.
     *
     * @throws InvalidListenerException if several may be it, so that none would be and nobody would notice
     */
    void findCommon() {
        try {
            common = beans.getIfAvailable();
        } catch (NoUniqueBeanDefinitionException e) {
            if (!areAllNamed()) {
                throw new InvalidListenerException(
                        "There are several beans of " + TaskErrorHandler.class.getName() + ", "
                                + new TreeSet<>(Objects.requireNonNullElse(e.getBeanNamesFound(), Set.of()))
                                + ", no single one is primary, and not every one is the errorHandler of a listener: which of"
                                + " them decides for the topics that name none? Make that one primary, or each that is for"
                                + " listeners that name it no candidate otherwise, by @Bean(defaultCandidate = false)",
                        e);
            }
        }
    }

    private boolean areAllNamed() {
        Set<TaskErrorHandler> named = Collections.newSetFromMap(new IdentityHashMap<>());
        queues.values().forEach(topics -> named.addAll(topics.values()));
        return beans.stream().allMatch(named::contains);
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
        TopicName topic =
                new TopicName(invocation.context().group(), invocation.context().topic());
        TaskErrorHandler handler = topics.getOrDefault(topic, common);
        if (handler == null) {
            invocation.proceed();
        } else {
            handler.asInterceptor().intercept(invocation);
        }
    }
}
