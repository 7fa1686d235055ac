package io.delayqueue.autoconfigure;

import io.delayqueue.CronSchedule;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.DelayQueueInspector;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.TaskPuller;
import io.delayqueue.autoconfigure.listener.ListenerRegistrar;
import io.delayqueue.autoconfigure.redis.RedisConnectionsFactory;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import redis.clients.jedis.UnifiedJedis;
import tools.jackson.databind.json.JsonMapper;

/**
 * Auto-configuration of the delay queue on the Redis that {@code spring.data.redis.*}, or a bean of
 * {@link DataRedisConnectionDetails}, describes.
 */
@AutoConfiguration(after = {DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class})
@ConditionalOnClass({DelayQueueEngine.class, UnifiedJedis.class})
@Conditional(OnEnabledCondition.class)
@EnableConfigurationProperties(DelayQueueProperties.class)
public final class DelayQueueAutoConfiguration {

    DelayQueueAutoConfiguration() {}

    // The engine closes them too, through the backend; but it may never come to be.
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean({RedisConnections.class, Backend.class})
    RedisConnections delayQueueRedisConnections(DataRedisConnectionDetails details, DataRedisProperties properties) {
        return new RedisConnectionsFactory(details, properties).create();
    }

    // Closed by the engine.
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean(Backend.class)
    RedisBackend delayQueueBackend(RedisConnections connections, DelayQueueProperties properties) {
        return new RedisBackend(connections, properties.durability().toDurability());
    }

    @Bean
    @ConditionalOnMissingBean(RetryPolicy.class)
    RetryPolicy delayQueueRetryPolicy(DelayQueueProperties properties) {
        return properties.retry().toPolicy();
    }

    @Bean
    @ConditionalOnMissingBean(CronSchedule.class)
    SpringCronSchedule delayQueueCronSchedule() {
        return new SpringCronSchedule();
    }

    @Bean
    @ConditionalOnMissingBean
    CallbackThreads delayQueueCallbackThreads(
            BeanFactory beanFactory, Environment environment, ObjectProvider<TaskDecorator> decorators) {
        return new CallbackThreads(beanFactory, environment, decorators);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    DelayQueueEngine delayQueueEngine(
            Backend backend,
            DelayQueueProperties properties,
            ObjectProvider<RetryPolicy> retryPolicies,
            CronSchedule cronSchedule,
            ObjectProvider<JsonMapper> jsonMapper,
            CallbackThreads threads,
            ConfigurableListableBeanFactory beanFactory) {
        // Several without a primary one are those that listeners name.
        RetryPolicy retryPolicy =
                retryPolicies.getIfUnique(() -> properties.retry().toPolicy());
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(backend)
                .settings(properties.toSettings(retryPolicy))
                .allowCallbacks(properties.allowedCallbacks())
                .cronSchedule(cronSchedule)
                .deadLetterRetention(properties.deadLetter().toRetention());
        ClassLoader classLoader = beanFactory.getBeanClassLoader();
        if (classLoader != null) {
            builder.classLoader(classLoader);
        }
        jsonMapper.ifUnique(builder::jsonMapper);
        threads.apply(builder, properties.executor());
        properties.groups().forEach((group, topics) -> {
            builder.group(group);
            topics.forEach(topic -> builder.topic(group, topic));
        });
        return builder.build();
    }

    @Bean
    @ConditionalOnMissingBean
    DelayQueueService delayQueueService(DelayQueueEngine engine) {
        return engine.service();
    }

    @Bean
    @ConditionalOnMissingBean
    ServiceRegister delayQueueServiceRegister(DelayQueueEngine engine) {
        return engine.register();
    }

    @Bean
    @ConditionalOnMissingBean
    DelayQueueInspector delayQueueInspector(DelayQueueEngine engine) {
        return engine.inspector();
    }

    @Bean
    @ConditionalOnMissingBean
    TaskPuller delayQueueTaskPuller(DelayQueueEngine engine) {
        return engine.puller();
    }

    @Bean
    @ConditionalOnMissingBean
    ListenerRegistrar delayQueueListenerRegistrar(
            ConfigurableListableBeanFactory beanFactory,
            DelayQueueProperties properties,
            ObjectProvider<DelayQueueEngine> engine) {
        return new ListenerRegistrar(beanFactory, properties.retry().toPolicy(), callback -> engine.getObject()
                .addCallback(callback));
    }

    @Bean
    @ConditionalOnMissingBean
    DeadLetterListenerRegistrar delayQueueDeadLetterListenerRegistrar(
            ObjectProvider<DeadLetterListener> listeners, ObjectProvider<DelayQueueEngine> engine) {
        return new DeadLetterListenerRegistrar(listeners, engine);
    }

    @Bean
    @ConditionalOnMissingBean
    DelayQueueLifecycle delayQueueLifecycle(DelayQueueEngine engine) {
        return new DelayQueueLifecycle(engine);
    }
}
