package io.delayqueue.autoconfigure.redis;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/** Kind of a Redis set-up, and its servers. */
interface RedisTopology {

    /** Names the servers for messages, without credentials. */
    String address();

    /** Database to select. */
    int database();

    /**
     * Creates a client.
     *
     * @throws JedisException if the client has to connect at once and cannot
     */
    UnifiedJedis open(JedisClientConfig config, ConnectionPoolConfig pool);

    /** Selects sentinels, cluster or single server in this order, like Spring Boot. */
    static RedisTopology of(DataRedisConnectionDetails details, DataRedisProperties properties, ClientConfigs configs) {
        Sentinel sentinel = details.getSentinel();
        if (sentinel != null) {
            return new SentinelTopology(
                    sentinel.getMaster(),
                    Nodes.of(sentinel.getNodes()),
                    sentinel.getDatabase(),
                    configs.sentinel(sentinel));
        }
        Cluster cluster = details.getCluster();
        if (cluster != null) {
            DataRedisProperties.Cluster own = properties.getCluster();
            return new ClusterTopology(Nodes.of(cluster.getNodes()), own == null ? null : own.getMaxRedirects());
        }
        MasterReplica masterReplica = details.getMasterReplica();
        if (masterReplica != null) {
            throw new IllegalStateException("Jedis cannot use a static list of master and replicas ("
                    + Nodes.describe(Nodes.of(masterReplica.getNodes())) + "): replace "
                    + "masterreplica.nodes by the master's host and port, or by sentinel.master and sentinel.nodes "
                    + "if they have sentinels");
        }
        Standalone standalone = details.getStandalone();
        if (standalone == null) {
            throw new IllegalStateException("The Redis connection details name no server, sentinels or cluster");
        }
        // A URL without a port has port -1.
        int port = standalone.getPort() > 0 ? standalone.getPort() : Protocol.DEFAULT_PORT;
        return new StandaloneTopology(new HostAndPort(standalone.getHost(), port), standalone.getDatabase());
    }
}
