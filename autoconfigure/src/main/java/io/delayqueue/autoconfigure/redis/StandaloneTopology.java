package io.delayqueue.autoconfigure.redis;

import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** Single server. */
record StandaloneTopology(HostAndPort server, int database) implements RedisTopology {

    @Override
    public String address() {
        return Nodes.describe(server);
    }

    @Override
    public UnifiedJedis open(JedisClientConfig config, ConnectionPoolConfig pool) {
        return RedisClient.builder()
                .hostAndPort(server)
                .clientConfig(config)
                .poolConfig(pool)
                .build();
    }
}
