package io.delayqueue.autoconfigure.redis;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ConnectionProvider;

/** Cluster, found through any of these nodes. */
record ClusterTopology(Set<HostAndPort> nodes, @Nullable Integer maxRedirects) implements RedisTopology {

    @Override
    public String address() {
        return "cluster " + Nodes.describe(nodes);
    }

    @Override
    public int database() {
        return 0;
    }

    @Override
    public UnifiedJedis open(JedisClientConfig config, ConnectionPoolConfig pool) {
        RedisClusterClient.Builder builder = new RedisClusterClient.Builder() {
            @Override
            protected ConnectionProvider createDefaultConnectionProvider() {
                return new RenewedSlots(nodes, config, pool);
            }
        };
        builder.nodes(nodes).clientConfig(config).poolConfig(pool);
        if (maxRedirects != null) {
            builder.maxAttempts(maxRedirects);
        }
        // Jedis retries by itself, by default for as many time-outs as attempts. Zero is a socket without a time-out.
        if (config.getSocketTimeoutMillis() > 0) {
            builder.maxTotalRetriesDuration(Duration.ofMillis(
                    Math.max(config.getSocketTimeoutMillis(), config.getBlockingSocketTimeoutMillis())));
        }
        return builder.build();
    }
}
