package io.delayqueue.autoconfigure;

import io.delayqueue.CronSchedule;
import io.delayqueue.RetryPolicy;
import io.delayqueue.autoconfigure.listener.DisabledGroupException;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.store.Backend;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import tools.jackson.databind.json.JsonMapper;

/** Creates the engine of a queue from its properties and from the beans that all queues of the application share. */
final class EngineFactory {

    private final CronSchedule cronSchedule;

    private final ObjectProvider<JsonMapper> jsonMapper;

    private final ObjectProvider<DelayQueueEngineCustomizer> customizers;

    private final CallbackThreads threads;

    private final NamedQueues queues;

    private final @Nullable ClassLoader classLoader;

    EngineFactory(
            CronSchedule cronSchedule,
            ObjectProvider<JsonMapper> jsonMapper,
            ObjectProvider<DelayQueueEngineCustomizer> customizers,
            CallbackThreads threads,
            NamedQueues queues,
            @Nullable ClassLoader classLoader) {
        this.cronSchedule = cronSchedule;
        this.jsonMapper = jsonMapper;
        this.customizers = customizers;
        this.threads = threads;
        this.queues = queues;
        this.classLoader = classLoader;
    }

    /**
     * Creates an engine without starting it.
     *
     * @param name the queue's name
     * @param retryPolicy the back-off of topics without their own
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
        if (classLoader != null) {
            builder.classLoader(classLoader);
        }
        jsonMapper.ifUnique(builder::jsonMapper);
        threads.apply(builder, queues.source(name, "executor"), properties.executor());
        properties.disabledGroups().forEach(builder::disableGroup);
        register(builder, name, properties);
        customizers.orderedStream().forEach(customizer -> customizer.customize(name, builder));
        return builder.build();
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
    }
}
