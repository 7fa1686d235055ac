package io.delayqueue.autoconfigure.redis;

import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.redis.RedisConnections;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundles;
import redis.clients.jedis.HostAndPortMapper;
import redis.clients.jedis.RedisCredentials;

/**
 * Connects a queue to its own Redis or to that of the application. Only the latter needs Spring Boot's beans.
 *
 * @param details the addresses and credentials of the application's Redis
 * @param properties the settings of the application's client
 * @param sslBundles the application's bundles of keys and certificates
 * @param credentials the credentials of each new connection
 * @param addresses the addresses to connect to instead of those that are configured or announced
 * @param customizers applied last to the configuration of connections
 */
public record QueueRedis(
        ObjectProvider<DataRedisConnectionDetails> details,
        ObjectProvider<DataRedisProperties> properties,
        ObjectProvider<SslBundles> sslBundles,
        ObjectProvider<Supplier<RedisCredentials>> credentials,
        ObjectProvider<HostAndPortMapper> addresses,
        ObjectProvider<DelayQueueJedisCustomizer> customizers) {

    /**
     * Connects a queue.
     *
     * @param queue the queue's name
     * @param own the properties of a Redis of its own, null if none is set
     * @return open connections, which the caller closes
     */
    public RedisConnections connect(String queue, @Nullable DataRedisProperties own) {
        return connectTo(
                queue,
                own == null
                        ? details.getObject()
                        : new PropertiesDetails(NamedQueues.prefix(queue) + ".redis", own, sslBundles.getIfAvailable()),
                own);
    }

    /**
     * Connects a queue to the Redis that a bean describes.
     *
     * @param queue the queue's name
     * @param given the addresses and credentials
     * @param own settings of the client, such as time-outs and pool; null for those of the application
     * @return open connections, which the caller closes
     */
    public RedisConnections connectTo(
            String queue, DataRedisConnectionDetails given, @Nullable DataRedisProperties own) {
        DataRedisProperties how = own != null ? own : properties.getIfAvailable(DataRedisProperties::new);
        return new RedisConnectionsFactory(given, how, builder -> {
                    credentials.ifAvailable(builder::credentialsProvider);
                    addresses.ifAvailable(builder::hostAndPortMapper);
                    customizers.orderedStream().forEach(customizer -> customizer.customize(queue, builder));
                })
                .create();
    }
}
