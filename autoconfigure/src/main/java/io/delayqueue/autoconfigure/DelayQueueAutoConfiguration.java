package io.delayqueue.autoconfigure;

import io.delayqueue.CronSchedule;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.DelayQueueInspector;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskPuller;
import io.delayqueue.autoconfigure.listener.DisabledGroupException;
import io.delayqueue.autoconfigure.listener.ErrorHandlers;
import io.delayqueue.autoconfigure.listener.ListenerRegistrar;
import io.delayqueue.autoconfigure.redis.RedisConnectionsFactory;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
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

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    DelayQueueEngine delayQueueEngine(
            Backend backend,
            DelayQueueProperties properties,
            ObjectProvider<RetryPolicy> retryPolicies,
            CronSchedule cronSchedule,
            ObjectProvider<JsonMapper> jsonMapper,
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
        properties.disabledGroups().forEach(builder::disableGroup);
        properties.groups().forEach((group, topics) -> {
            if (properties.disabledGroups().contains(group)) {
                throw new DisabledGroupException(group, null, "delayqueue.groups." + group);
            }
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
            ErrorHandlers errorHandlers,
            ObjectProvider<DelayQueueEngine> engine) {
        return new ListenerRegistrar(
                beanFactory,
                properties.retry().toPolicy(),
                properties.disabledGroups(),
                errorHandlers,
                callback -> engine.getObject().addCallback(callback));
    }

    @Bean
    @ConditionalOnMissingBean
    ErrorHandlers delayQueueErrorHandlers(ObjectProvider<TaskErrorHandler> handlers) {
        return new ErrorHandlers(handlers);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "delayqueue.mdc.enabled", matchIfMissing = true)
    MdcInterceptor delayQueueMdcInterceptor() {
        return new MdcInterceptor();
    }

    @Bean
    @ConditionalOnMissingBean
    TaskInterceptorRegistrar delayQueueTaskInterceptorRegistrar(
            ObjectProvider<TaskInterceptor> interceptors, ObjectProvider<DelayQueueEngine> engine) {
        return new TaskInterceptorRegistrar(interceptors, engine);
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
