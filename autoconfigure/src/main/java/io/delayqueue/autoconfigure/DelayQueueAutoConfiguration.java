package io.delayqueue.autoconfigure;

import io.delayqueue.CronSchedule;
import io.delayqueue.autoconfigure.listener.ErrorHandlers;
import io.delayqueue.autoconfigure.listener.ListenerRegistrar;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.autoconfigure.redis.QueueRedis;
import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import redis.clients.jedis.UnifiedJedis;

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
@Import({
    QueuesRegistrar.class,
    NamedQueues.class,
    QueueRedis.class,
    CallbackThreads.class,
    EngineFactory.class,
    Queues.class,
    PropertyWarnings.class,
    ErrorHandlers.class,
    QueueExtensions.class
})
public final class DelayQueueAutoConfiguration {

    DelayQueueAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(CronSchedule.class)
    SpringCronSchedule delayQueueCronSchedule() {
        return new SpringCronSchedule();
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    ListenerRegistrar delayQueueListenerRegistrar(
            ConfigurableListableBeanFactory beanFactory, ErrorHandlers errorHandlers, Queues queues) {
        return new ListenerRegistrar(beanFactory, queues.forListeners(), errorHandlers);
    }
}
