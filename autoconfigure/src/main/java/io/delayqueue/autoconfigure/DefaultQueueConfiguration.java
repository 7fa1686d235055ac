package io.delayqueue.autoconfigure;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Beans of the default queue, under {@code delayqueue.*}. They are injected where no other queue is named. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "delayqueue.default-queue", matchIfMissing = true)
class DefaultQueueConfiguration {

    private static final String BACKEND = "delayQueueBackend";

    // The engine closes them too, through the backend; but it may never be created.
    @Bean(destroyMethod = "close")
    @ConditionalOnStore(Store.REDIS)
    @ConditionalOnMissingBean(
            value = {RedisConnections.class, Backend.class},
            search = SearchStrategy.CURRENT)
    RedisConnections delayQueueRedisConnections(QueueRedis redis, DelayQueueProperties properties) {
        return redis.connect(DelayQueueEngine.DEFAULT_NAME, properties.redis());
    }

    // Closed by the engine.
    @Bean(name = BACKEND, destroyMethod = "")
    @ConditionalOnStore(Store.REDIS)
    @ConditionalOnMissingBean(value = Backend.class, search = SearchStrategy.CURRENT)
    RedisBackend delayQueueRedisBackend(RedisConnections connections, DelayQueueProperties properties) {
        return properties.toBackend(connections);
    }

    // Takes precedence over a backend of the application, which is most likely on Redis.
    @Bean(name = BACKEND, destroyMethod = "")
    @Primary
    @ConditionalOnStore(Store.MEMORY)
    Backend delayQueueMemoryBackend(DelayQueueStoreFactory stores) {
        return stores.create(DelayQueueEngine.DEFAULT_NAME);
    }

    @Bean
    @ConditionalOnMissingBean(value = RetryPolicy.class, search = SearchStrategy.CURRENT)
    RetryPolicy delayQueueRetryPolicy(DelayQueueProperties properties) {
        return properties.retry().toPolicy();
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    DelayQueueEngine delayQueueEngine(
            Backend backend,
            DelayQueueProperties properties,
            ObjectProvider<RetryPolicy> retryPolicies,
            EngineFactory engines) {
        // Several handlers without a primary one belong to the listeners that name them.
        RetryPolicy retryPolicy =
                retryPolicies.getIfUnique(() -> properties.retry().toPolicy());
        return engines.create(DelayQueueEngine.DEFAULT_NAME, backend, properties, retryPolicy);
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    DelayQueueService delayQueueService(DelayQueueEngine engine) {
        return engine.service();
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    ServiceRegister delayQueueServiceRegister(DelayQueueEngine engine) {
        return engine.register();
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    DelayQueueInspector delayQueueInspector(DelayQueueEngine engine) {
        return engine.inspector();
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    TaskPuller delayQueueTaskPuller(DelayQueueEngine engine) {
        return engine.puller();
    }

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    DelayQueueLifecycle delayQueueLifecycle(DelayQueueEngine engine, DelayQueueProperties properties) {
        return new DelayQueueLifecycle(engine, properties.start(), properties.drainWhenRefusingTraffic());
    }
}
