package io.delayqueue.autoconfigure.redis;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/** The kind of set-up a Redis is, and its servers. */
interface RedisTopology {

    /** Names the servers for people, never a credential. */
    String address();

    /** The database to select. */
    int database();

    /**
     * Creates a client.
     *
     * @throws JedisException if the client has to connect at once and cannot
     */
    UnifiedJedis open(JedisClientConfig config, ConnectionPoolConfig pool);

    /** Looks at sentinels, cluster and single server in this order, as Spring Boot does. */
    static RedisTopology of(DataRedisConnectionDetails details, DataRedisProperties properties, ClientConfigs configs) {
        Sentinel sentinel = details.getSentinel();
        if (sentinel != null) {
            return SentinelTopology.of(sentinel, configs.sentinel(sentinel));
        }
        Cluster cluster = details.getCluster();
        if (cluster != null) {
            return ClusterTopology.of(cluster, properties.getCluster());
        }
        if (details.getMasterReplica() != null) {
            throw new IllegalStateException("Jedis cannot use a static list of master and replicas: replace "
                    + "masterreplica.nodes by the master's host and port, or by sentinel.master and sentinel.nodes "
                    + "if sentinels watch over them");
        }
        Standalone standalone = details.getStandalone();
        if (standalone == null) {
            throw new IllegalStateException("The Redis connection details name no server, sentinels or cluster");
        }
        return StandaloneTopology.of(standalone);
    }
}
