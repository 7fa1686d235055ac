package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskContext;
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

/** Passes failures to the error handler of their topic, or else to the one of all topics. */
public final class ErrorHandlers implements TaskInterceptor, Ordered {

    /** Precedes the application's interceptors, so that their failures are handled too, unless they have a lower order. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1000;

    private final ObjectProvider<TaskErrorHandler> beans;

    private final Map<String, Map<TopicName, TaskErrorHandler>> queues = new ConcurrentHashMap<>();

    private volatile @Nullable TaskErrorHandler common;

    /**
     * Creates the handlers.
     *
     * @param beans the application's; a single or primary one is for all topics without their own
     */
    public ErrorHandlers(ObjectProvider<TaskErrorHandler> beans) {
        this.beans = beans;
    }

    /**
     * Finds the handler of all topics, after the listeners have named theirs.
     *
     * @throws InvalidListenerException if there are several candidates
     */
    void findCommon() {
        try {
            common = beans.getIfAvailable();
        } catch (NoUniqueBeanDefinitionException e) {
            if (!areAllNamed()) {
                throw new InvalidListenerException(
                        "There are several beans of " + TaskErrorHandler.class.getName() + ", "
                                + new TreeSet<>(Objects.requireNonNullElse(e.getBeanNamesFound(), Set.of()))
                                + ", none of them is primary, and not every one is the errorHandler of a listener. It is not defined which of"
                                + " them handles the topics that name none. Make that one primary, or make each that is for"
                                + " listeners that name it no default candidate, by @Bean(defaultCandidate = false)",
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
     * Selects the handlers of one queue.
     *
     * @param queue the queue's name
     * @return the interceptor of its callbacks
     */
    public TaskInterceptor of(String queue) {
        Map<TopicName, TaskErrorHandler> topics = handlers(queue);
        return invocation -> {
            TaskContext context = invocation.context();
            TaskErrorHandler handler = topics.getOrDefault(new TopicName(context.group(), context.topic()), common);
            if (handler == null) {
                invocation.proceed();
            } else {
                handler.asInterceptor().intercept(invocation);
            }
        };
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    /** Selects the handlers of the default queue. */
    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        of(DelayQueueEngine.DEFAULT_NAME).intercept(invocation);
    }
}
