package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.redis.RedisConnectionsFactory;
import io.delayqueue.redis.RedisConnections;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundles;

/** Which Redis a queue uses: its own, or that of the application, for which alone Spring Boot's beans have to be there. */
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
     * @param prefix what the names of the queue's properties begin with
     * @param own the properties of a Redis of its own, null if none is set
     */
    RedisConnections connect(String prefix, @Nullable DataRedisProperties own) {
        return own == null
                ? connectTo(details.getObject(), null)
                : RedisConnectionsFactory.of(prefix + ".redis", own, sslBundles.getIfAvailable())
                        .create();
    }

    /**
     * Connects a queue to what a bean describes.
     *
     * @param own how to talk to it, such as time-outs and pool; null for what the application does
     */
    RedisConnections connectTo(DataRedisConnectionDetails given, @Nullable DataRedisProperties own) {
        DataRedisProperties how = own != null ? own : properties.getIfAvailable(DataRedisProperties::new);
        return new RedisConnectionsFactory(given, how).create();
    }
}
