package io.delayqueue.scenario;

import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisCluster;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPortMapper;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Stores on a cluster, and groups that live on a node of one's choice. */
final class ClusterGroups {

    private ClusterGroups() {}

    static RedisBackend backend(RedisCluster cluster, HostAndPortMapper mapper) {
        return new RedisBackend(new RedisConnections(
                client(cluster, mapper),
                client(cluster, mapper),
                cluster.nodes().toString(),
                Duration.ofSeconds(2)));
    }

    private static RedisClusterClient client(RedisCluster cluster, HostAndPortMapper mapper) {
        ConnectionPoolConfig unbounded = new ConnectionPoolConfig();
        unbounded.setMaxTotal(-1);
        return RedisClusterClient.builder()
                .nodes(cluster.nodes())
                .clientConfig(DefaultJedisClientConfig.builder()
                        .hostAndPortMapper(mapper)
                        .build())
                .poolConfig(unbounded)
                .build();
    }

    /** A new group on this node. */
    static String onNode(int node) {
        return Stream.generate(() -> "g" + UUID.randomUUID())
                .filter(group -> nodeOf(group) == node)
                .findFirst()
                .orElseThrow();
    }

    /** Which node holds a key or a group; before the cluster changes. */
    static int nodeOf(String key) {
        return RedisCluster.masterOf(JedisClusterCRC16.getSlot(key));
    }
}
