package io.delayqueue.autoconfigure;

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

    QueueRedis(
            ObjectProvider<DataRedisConnectionDetails> details,
            ObjectProvider<DataRedisProperties> properties,
            ObjectProvider<SslBundles> sslBundles) {
        this.details = details;
        this.properties = properties;
        this.sslBundles = sslBundles;
    }

    /**
     * Connects a queue.
     *
     * @param prefix the prefix of the queue's properties
     * @param own the properties of a Redis of its own, null if none is set
     */
    RedisConnections connect(String prefix, @Nullable DataRedisProperties own) {
        return own == null
                ? connectTo(details.getObject(), null)
                : RedisConnectionsFactory.of(prefix + ".redis", own, sslBundles.getIfAvailable())
                        .create();
    }

    /**
     * Connects a queue to the Redis that a bean describes.
     *
     * @param own settings of the client, such as time-outs and pool; null for those of the application
     */
    RedisConnections connectTo(DataRedisConnectionDetails given, @Nullable DataRedisProperties own) {
        DataRedisProperties how = own != null ? own : properties.getIfAvailable(DataRedisProperties::new);
        return new RedisConnectionsFactory(given, how).create();
    }
}
