package io.delayqueue.autoconfigure;

import io.delayqueue.AddInterceptor;
import io.delayqueue.CronSchedule;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.autoconfigure.listener.ErrorHandlers;
import io.delayqueue.autoconfigure.listener.ListenerRegistrar;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.autoconfigure.redis.DelayQueueJedisCustomizer;
import io.delayqueue.autoconfigure.redis.JedisCustomizers;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineObserver;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import redis.clients.jedis.HostAndPortMapper;
import redis.clients.jedis.RedisCredentials;
import redis.clients.jedis.UnifiedJedis;
import tools.jackson.databind.json.JsonMapper;

/**
 * Auto-configuration of the default queue and of the named queues under {@code delayqueue.queues.*}. A queue uses the Redis of
 * {@code delayqueue.redis.*}, else the one of {@code spring.data.redis.*} or of a bean of {@link DataRedisConnectionDetails}.
 * With {@code delayqueue.store=memory} it uses a store from a bean of {@link DelayQueueStoreFactory}, and no Redis. Each context of a
 * hierarchy that has this auto-configuration has queues of its own.
 */
@AutoConfiguration(
        after = {DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class, SslAutoConfiguration.class})
@ConditionalOnClass({DelayQueueEngine.class, UnifiedJedis.class})
@Conditional(OnEnabledCondition.class)
@EnableConfigurationProperties(DelayQueueProperties.class)
@Import(QueuesRegistrar.class)
public final class DelayQueueAutoConfiguration {

    DelayQueueAutoConfiguration() {}

    @Bean
    @DependsOn(QueuesRegistrar.STORE_CHOICE)
    QueueRedis delayQueueRedis(
            ObjectProvider<DataRedisConnectionDetails> details,
            ObjectProvider<DataRedisProperties> properties,
            ObjectProvider<SslBundles> sslBundles,
            ObjectProvider<Supplier<RedisCredentials>> credentials,
            ObjectProvider<HostAndPortMapper> addresses,
            ObjectProvider<DelayQueueJedisCustomizer> customizers) {
        return new QueueRedis(
                details, properties, sslBundles, new JedisCustomizers(credentials, addresses, customizers));
    }

    @Bean
    @ConditionalOnMissingBean(CronSchedule.class)
    SpringCronSchedule delayQueueCronSchedule() {
        return new SpringCronSchedule();
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    CallbackThreads delayQueueCallbackThreads(
            BeanFactory beanFactory, Environment environment, ObjectProvider<TaskDecorator> decorators) {
        return new CallbackThreads(beanFactory, environment, decorators);
    }

    @Bean
    @DependsOn(QueuesRegistrar.STORE_CHOICE)
    EngineFactory delayQueueEngineFactory(
            CronSchedule cronSchedule,
            ObjectProvider<JsonMapper> jsonMappers,
            ObjectProvider<DelayQueueEngineCustomizer> customizers,
            CallbackThreads threads,
            ConfigurableListableBeanFactory beanFactory,
            Environment environment) {
        return new EngineFactory(
                cronSchedule, jsonMappers, customizers, threads, new NamedQueues(environment), beanFactory);
    }

    @Bean
    Queues delayQueues(
            ConfigurableListableBeanFactory beanFactory,
            ObjectProvider<DelayQueueEngine> engine,
            ObjectProvider<QueueConfiguration> queues,
            Environment environment) {
        return new Queues(beanFactory, engine, queues, new NamedQueues(environment));
    }

    @Bean
    PropertyWarnings delayQueuePropertyWarnings(
            ConfigurableListableBeanFactory beanFactory, Queues queues, Environment environment) {
        return new PropertyWarnings(queues, environment, beanFactory.getBeanClassLoader());
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    ErrorHandlers delayQueueErrorHandlers(ObjectProvider<TaskErrorHandler> handlers) {
        return new ErrorHandlers(handlers);
    }

    @Bean
    QueueExtensions delayQueueExtensions(
            ConfigurableListableBeanFactory beanFactory,
            Queues queues,
            ObjectProvider<TaskInterceptor> interceptors,
            ObjectProvider<AddInterceptor> addInterceptors,
            ObjectProvider<DeadLetterListener> deadLetterListeners,
            ObjectProvider<EngineObserver> observers) {
        return new QueueExtensions(beanFactory, queues, interceptors, addInterceptors, deadLetterListeners, observers);
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    ListenerRegistrar delayQueueListenerRegistrar(
            ConfigurableListableBeanFactory beanFactory, ErrorHandlers errorHandlers, Queues queues) {
        return new ListenerRegistrar(beanFactory, queues.forListeners(), errorHandlers);
    }
}
