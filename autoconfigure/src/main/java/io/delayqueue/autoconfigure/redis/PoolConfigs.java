package io.delayqueue.autoconfigure.redis;

import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties.Pool;
import redis.clients.jedis.ConnectionPoolConfig;

/** How many connections the clients keep. */
final class PoolConfigs {

    private static final int UNLIMITED = -1;

    private PoolConfigs() {}

    /** What the application asked for. Without a pool every call has a connection of its own, closed afterwards. */
    static ConnectionPoolConfig commands(Pool pool) {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        if (Boolean.FALSE.equals(pool.getEnabled())) {
            config.setMaxTotal(UNLIMITED);
            config.setMaxIdle(0);
            return config;
        }
        config.setMaxTotal(pool.getMaxActive());
        config.setMaxIdle(pool.getMaxIdle());
        config.setMinIdle(pool.getMinIdle());
        config.setMaxWait(pool.getMaxWait());
        if (pool.getTimeBetweenEvictionRuns() != null) {
            config.setTimeBetweenEvictionRuns(pool.getTimeBetweenEvictionRuns());
        }
        return config;
    }

    /** No bound: each waiting command holds a connection, and one that got none would wait for all the others. */
    static ConnectionPoolConfig blocking() {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        config.setMaxTotal(UNLIMITED);
        config.setMaxIdle(UNLIMITED);
        return config;
    }
}
