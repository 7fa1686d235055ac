package io.delayqueue.autoconfigure.redis;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPortMapper;
import redis.clients.jedis.RedisCredentials;

/**
 * Beans of the application that change the configuration of connections.
 *
 * @param credentials the credentials of each new connection
 * @param addresses the addresses to connect to instead of those that are configured or announced
 * @param others applied last
 */
public record JedisCustomizers(
        ObjectProvider<Supplier<RedisCredentials>> credentials,
        ObjectProvider<HostAndPortMapper> addresses,
        ObjectProvider<DelayQueueJedisCustomizer> others) {

    /**
     * Returns what changes the configuration of the connections of one queue.
     *
     * @param queue the queue's name
     * @return applies the beans to a builder
     */
    public Consumer<DefaultJedisClientConfig.Builder> of(String queue) {
        return builder -> {
            credentials.ifAvailable(builder::credentialsProvider);
            addresses.ifAvailable(builder::hostAndPortMapper);
            others.orderedStream().forEach(customizer -> customizer.customize(queue, builder));
        };
    }
}
