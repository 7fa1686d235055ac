package io.delayqueue.autoconfigure.redis;

import redis.clients.jedis.DefaultJedisClientConfig;

/**
 * Customizes the connections of a queue to Redis. All beans of this type are called for each queue of the application, in the order of
 * {@code @Order}, after the properties, and after beans of Jedis' {@code RedisCredentialsProvider} and {@code HostAndPortMapper}. The
 * result is the configuration of both clients of the queue. Connections to sentinels are not customized.
 *
 * <p>Not called for a queue whose {@code RedisConnections} or {@code Backend} is a bean of the application.
 */
@FunctionalInterface
public interface DelayQueueJedisCustomizer {

    /**
     * Customizes the connections of one queue. The socket time-out is also the time for which calls are repeated.
     *
     * @param queue the queue's name, {@value io.delayqueue.engine.DelayQueueEngine#DEFAULT_NAME} for the default queue
     * @param builder the builder of the configuration of all connections
     */
    void customize(String queue, DefaultJedisClientConfig.Builder builder);
}
