package io.delayqueue.redis;

import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Provides single connections of a client, for commands that must share one. Every kind of client has pipelines. */
final class PinnedConnections {

    private final UnifiedJedis client;

    /**
     * Creates the provider.
     *
     * @throws IllegalArgumentException if the client does not provide single connections
     */
    PinnedConnections(UnifiedJedis client) {
        boolean known = client instanceof RedisClusterClient
                || client instanceof RedisSentinelClient
                || client instanceof RedisClient;
        if (!known) {
            throw new IllegalArgumentException("Waiting for replicas needs a RedisClient, RedisSentinelClient or"
                    + " RedisClusterClient, but the client is a "
                    + client.getClass().getName());
        }
        this.client = client;
    }

    boolean ofCluster() {
        return client instanceof RedisClusterClient;
    }

    /** Returns a connection to the master of this key. */
    Pipeline toMasterOf(byte[] key) {
        return client instanceof RedisClusterClient cluster
                ? new Pipeline(cluster.getConnectionFromSlot(JedisClusterCRC16.getSlot(key)), true)
                : (Pipeline) client.pipelined();
    }

    /** Returns a connection to a known node of a cluster. */
    Pipeline toNode(HostAndPort node) {
        ConnectionPool pool = ((RedisClusterClient) client).getClusterNodes().get(node.toString());
        if (pool == null) {
            throw new JedisClusterOperationException("No connections to " + node);
        }
        return new Pipeline(pool.getResource(), true);
    }
}
