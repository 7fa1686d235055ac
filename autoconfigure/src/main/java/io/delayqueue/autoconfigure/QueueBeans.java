package io.delayqueue.autoconfigure;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.autoconfigure.redis.QueueRedis;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import io.delayqueue.transaction.ChangeJournal;
import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/** Creates the beans of a queue. {@link QueueDefinitions} chooses the beans that are passed as parameters. */
final class QueueBeans {

    private QueueBeans() {}

    static QueueConfiguration defaultConfiguration(DelayQueueProperties properties) {
        return new QueueConfiguration(DelayQueueEngine.DEFAULT_NAME, properties);
    }

    static QueueConfiguration configuration(String name, NamedQueues queues) {
        return new QueueConfiguration(name, queues.bind(name, DelayQueueProperties.class));
    }

    static RedisConnections redisConnections(QueueConfiguration queue, QueueRedis redis) {
        return redis.connect(queue.name(), queue.properties().redis());
    }

    static RedisConnections givenRedisConnections(
            QueueConfiguration queue, DataRedisConnectionDetails details, QueueRedis redis) {
        return redis.connectTo(queue.name(), details, queue.properties().redis());
    }

    static RedisBackend backend(QueueConfiguration queue, RedisConnections connections) {
        return queue.properties().toBackend(connections);
    }

    static Backend memoryBackend(QueueConfiguration queue, DelayQueueStoreFactory stores) {
        return stores.create(queue.name());
    }

    static RetryPolicy retryPolicy(QueueConfiguration queue) {
        return queue.properties().retry().toPolicy();
    }

    /** Several policies without a primary one belong to the listeners that name them. */
    static DelayQueueEngine defaultEngine(
            QueueConfiguration queue, Backend backend, ObjectProvider<RetryPolicy> policies, EngineFactory engines) {
        return engine(queue, backend, policies.getIfUnique(() -> retryPolicy(queue)), engines);
    }

    static DelayQueueEngine engine(
            QueueConfiguration queue, Backend backend, RetryPolicy retryPolicy, EngineFactory engines) {
        return engines.create(queue.name(), backend, queue.properties(), retryPolicy);
    }

    static DelayQueueService service(DelayQueueEngine engine) {
        return engine.service();
    }

    static TransactionalDelayQueueService transactionalService(
            DelayQueueService service, DelayQueueEngine engine, ObjectProvider<ChangeJournals> journals) {
        ChangeJournal inMemory = ChangeJournal.inMemory(service);
        ChangeJournals given = journals.getIfAvailable();
        return new TransactionalDelayQueueService(
                service, engine::freeze, given == null ? inMemory : given.of(engine, inMemory));
    }

    static ServiceRegister serviceRegister(DelayQueueEngine engine) {
        return engine.register();
    }

    static DelayQueueInspector inspector(DelayQueueEngine engine) {
        return engine.inspector();
    }

    static TaskPuller taskPuller(DelayQueueEngine engine) {
        return engine.puller();
    }

    static DelayQueueLifecycle lifecycle(QueueConfiguration queue, DelayQueueEngine engine) {
        DelayQueueProperties properties = queue.properties();
        return new DelayQueueLifecycle(engine, properties.start(), properties.drainWhenRefusingTraffic());
    }
}
