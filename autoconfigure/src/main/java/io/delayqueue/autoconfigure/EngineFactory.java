package io.delayqueue.autoconfigure;

import io.delayqueue.CronSchedule;
import io.delayqueue.RetryPolicy;
import io.delayqueue.TopicName;
import io.delayqueue.autoconfigure.listener.DisabledGroupException;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.store.Backend;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Creates the engine of a queue from its properties and from the beans that all queues of the application share.
 *
 * @param cronSchedule reads cron expressions
 * @param jsonMappers the mappers of payloads
 * @param customizers change each engine
 * @param threads those on which callbacks run
 * @param queues the origins of properties
 * @param beanFactory the factory of the application's beans
 */
record EngineFactory(
        CronSchedule cronSchedule,
        ObjectProvider<JsonMapper> jsonMappers,
        ObjectProvider<DelayQueueEngineCustomizer> customizers,
        CallbackThreads threads,
        NamedQueues queues,
        ConfigurableListableBeanFactory beanFactory) {

    /**
     * Creates an engine without starting it.
     *
     * @param name the queue's name
     * @param retryPolicy the back-off of topics without their own
     * @throws AmbiguousMapperException if there are several mappers, and none is primary or has the queue's name as its qualifier
     */
    DelayQueueEngine create(String name, Backend backend, DelayQueueProperties properties, RetryPolicy retryPolicy) {
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(backend)
                .name(name)
                .settings(properties.toSettings(retryPolicy))
                .addQueueLimits(properties.addQueue().toLimits())
                .allowCallbacks(properties.allowedCallbacks())
                .consume(properties.consume())
                .cronSchedule(cronSchedule)
                .deadLetterRetention(properties.deadLetter().toRetention())
                .blockedAfter(properties.blockedAfter())
                .ignoreStoreFindings(properties.redisChecks().ignore());
        if (properties.namespace() != null) {
            // A backend of the application may have none, or another.
            builder.namespace(properties.namespace());
        }
        ClassLoader classLoader = beanFactory.getBeanClassLoader();
        if (classLoader != null) {
            builder.classLoader(classLoader);
        }
        JsonMapper mapper = mapper(name);
        if (mapper != null) {
            builder.jsonMapper(mapper);
        }
        threads.apply(builder, queues.source(name, "executor"), properties.executor());
        properties.disabledGroups().forEach(builder::disableGroup);
        register(builder, name, properties);
        customizers.orderedStream().forEach(customizer -> customizer.customize(name, builder));
        return builder.build();
    }

    /** The mapper that is qualified with the queue's name, else the only or primary one. */
    private @Nullable JsonMapper mapper(String queue) {
        Collection<JsonMapper> qualified = BeanFactoryAnnotationUtils.qualifiedBeansOfType(
                        beanFactory, JsonMapper.class, queue)
                .values();
        if (qualified.size() == 1) {
            return qualified.iterator().next();
        }
        try {
            return jsonMappers.getIfAvailable();
        } catch (NoUniqueBeanDefinitionException e) {
            throw new AmbiguousMapperException(queue, e);
        }
    }

    private void register(DelayQueueEngineBuilder builder, String name, DelayQueueProperties properties) {
        properties.groups().forEach((group, topics) -> {
            if (properties.disabledGroups().contains(group)) {
                throw new DisabledGroupException(
                        queues.source(name, "disabled-groups"),
                        group,
                        null,
                        NamedQueues.prefix(name) + ".groups." + group);
            }
            builder.group(group);
            topics.forEach(topic -> builder.topic(group, topic));
        });
        properties
                .limits()
                .forEach((group, limits) ->
                        limits.forEach((limit, values) -> builder.limit(values.toLimit(group, limit))));
        properties
                .history()
                .forEach((group, topics) -> topics.forEach(
                        (topic, values) -> builder.history(new TopicName(group, topic), values.toRule())));
    }
}
