package io.delayqueue.autoconfigure.redis;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.redis.RedisConnections;
import java.time.Duration;
import java.util.function.Consumer;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Connects a queue to the Redis that Spring Boot describes.
 *
 * <p>Servers, credentials, database and TLS come from the connection details, so that a service connection, such as that
 * of Testcontainers, replaces them all. Timeouts, client name, pool and redirects come from the properties. As with
 * Spring Data on Jedis, the pool is {@code jedis.pool}, with Spring Boot's default of eight connections a server. It
 * bounds the client that runs commands and not the one that waits.
 */
final class RedisConnectionsFactory {

    private final DataRedisConnectionDetails details;

    private final DataRedisProperties properties;

    private final ClientConfigs configs;

    /**
     * Creates a factory. Nothing is connected yet.
     *
     * @param details the addresses and credentials of Redis
     * @param properties the settings of the client
     * @param customizer changes the configuration of the connections, but of those to sentinels
     */
    RedisConnectionsFactory(
            DataRedisConnectionDetails details,
            DataRedisProperties properties,
            Consumer<DefaultJedisClientConfig.Builder> customizer) {
        this.details = details;
        this.properties = properties;
        this.configs = new ClientConfigs(details, properties, customizer);
    }

    /**
     * Creates both clients. The caller closes them. The clients of a cluster and of sentinels locate the data at once; the
     * client of a single server connects when it is first used.
     *
     * @return open connections
     * @throws TaskStoreUnavailableException if the cluster or the sentinels cannot be reached; nothing is left open
     * @throws IllegalStateException if Jedis does not know the kind of set-up
     * @throws IllegalArgumentException if Jedis refuses a setting, such as a cluster with no redirects or no nodes
     */
    RedisConnections create() {
        return connect(RedisTopology.of(details, properties, configs));
    }

    RedisConnections connect(RedisTopology topology) {
        JedisClientConfig config = configs.commands(topology.database());
        ConnectionPoolConfig pool = PoolConfigs.commands(properties.getJedis().getPool());
        if (pool.getMaxWaitDuration().isNegative()) {
            // The default is no limit. Waiting for a connection is part of the call.
            pool.setMaxWait(repeatTimeout(config));
        }
        UnifiedJedis commands = open(topology, config, pool);
        try {
            UnifiedJedis blocking = open(topology, configs.blocking(config), PoolConfigs.blocking());
            return new RedisConnections(
                    commands, blocking, topology.address(), repeatTimeout(config), config.getDatabase());
        } catch (RuntimeException | Error failure) {
            commands.close();
            throw failure;
        }
    }

    private UnifiedJedis open(RedisTopology topology, JedisClientConfig config, ConnectionPoolConfig pool) {
        try {
            return topology.open(config, pool);
        } catch (JedisException | NullPointerException failure) {
            // Jedis has the latter for nodes of a cluster that announce no address.
            throw new TaskStoreUnavailableException(
                    "Cannot reach Redis (" + topology.address() + "): " + failure.getMessage(), failure);
        }
    }

    private Duration repeatTimeout(JedisClientConfig config) {
        int readTimeout = config.getSocketTimeoutMillis();
        // In Jedis zero is a wait without limit; for the connections it would be no retries.
        return Duration.ofMillis(readTimeout > 0 ? readTimeout : Protocol.DEFAULT_TIMEOUT);
    }
}
