package io.delayqueue.autoconfigure.redis;

import java.util.Set;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;

/** Master that sentinels monitor and replace. Connections to the sentinels have their own configuration. */
record SentinelTopology(String master, Set<HostAndPort> sentinels, int database, JedisClientConfig sentinelConfig)
        implements RedisTopology {

    @Override
    public String address() {
        return "sentinel " + master + " at " + Nodes.describe(sentinels);
    }

    @Override
    public UnifiedJedis open(JedisClientConfig config, ConnectionPoolConfig pool) {
        return RedisSentinelClient.builder()
                .masterName(master)
                .sentinels(sentinels)
                .sentinelClientConfig(sentinelConfig)
                .clientConfig(config)
                .poolConfig(pool)
                .build();
    }
}
