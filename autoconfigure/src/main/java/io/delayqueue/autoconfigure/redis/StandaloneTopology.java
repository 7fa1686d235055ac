package io.delayqueue.autoconfigure.redis;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** Single server. */
record StandaloneTopology(HostAndPort server, int database) implements RedisTopology {

    static StandaloneTopology of(Standalone standalone) {
        // A URL without a port has port -1.
        int port = standalone.getPort() > 0 ? standalone.getPort() : Protocol.DEFAULT_PORT;
        return new StandaloneTopology(new HostAndPort(standalone.getHost(), port), standalone.getDatabase());
    }

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
