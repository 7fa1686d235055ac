package io.delayqueue.autoconfigure.redis;

import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties.Pool;
import redis.clients.jedis.ConnectionPoolConfig;

/** Configures the numbers of connections of the clients. */
final class PoolConfigs {

    private static final int UNLIMITED = -1;

    private PoolConfigs() {}

    /** Pool of the application's properties. Without a pool every call has its own connection, closed afterwards. */
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

    /** Pool without a bound: each blocking command holds a connection, and one without would wait for all the others. */
    static ConnectionPoolConfig blocking() {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        config.setMaxTotal(UNLIMITED);
        config.setMaxIdle(UNLIMITED);
        return config;
    }
}
