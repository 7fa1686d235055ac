package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.autoconfigure.redis.JedisCustomizers;
import io.delayqueue.autoconfigure.redis.RedisConnectionsFactory;
import io.delayqueue.redis.RedisConnections;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundles;

/** Connects a queue to its own Redis or to that of the application. Only the latter needs Spring Boot's beans. */
final class QueueRedis {

    private final ObjectProvider<DataRedisConnectionDetails> details;

    private final ObjectProvider<DataRedisProperties> properties;

    private final ObjectProvider<SslBundles> sslBundles;

    private final JedisCustomizers customizers;

    QueueRedis(
            ObjectProvider<DataRedisConnectionDetails> details,
            ObjectProvider<DataRedisProperties> properties,
            ObjectProvider<SslBundles> sslBundles,
            JedisCustomizers customizers) {
        this.details = details;
        this.properties = properties;
        this.sslBundles = sslBundles;
        this.customizers = customizers;
    }

    /**
     * Connects a queue.
     *
     * @param queue the queue's name
     * @param own the properties of a Redis of its own, null if none is set
     */
    RedisConnections connect(String queue, @Nullable DataRedisProperties own) {
        return own == null
                ? connectTo(queue, details.getObject(), null)
                : RedisConnectionsFactory.of(
                                NamedQueues.prefix(queue) + ".redis",
                                own,
                                sslBundles.getIfAvailable(),
                                customizers.of(queue))
                        .create();
    }

    /**
     * Connects a queue to the Redis that a bean describes.
     *
     * @param queue the queue's name
     * @param own settings of the client, such as time-outs and pool; null for those of the application
     */
    RedisConnections connectTo(String queue, DataRedisConnectionDetails given, @Nullable DataRedisProperties own) {
        DataRedisProperties how = own != null ? own : properties.getIfAvailable(DataRedisProperties::new);
        return new RedisConnectionsFactory(given, how, customizers.of(queue)).create();
    }
}
