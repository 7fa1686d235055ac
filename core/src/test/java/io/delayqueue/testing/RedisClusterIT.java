package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisClusterCRC16;

class RedisClusterIT {

    private static final int SLOTS = 16_384;

    @Test
    void clusterShouldTakeKeysInAllSlots() {
        try (RedisCluster cluster = RedisCluster.start()) {
            for (String key : oneKeyInEachSlot()) {
                int master = RedisCluster.masterOf(JedisClusterCRC16.getSlot(key));
                cluster.servers().get(master).client().set(key, "value");
            }
            assertThat(cluster.nodes()).hasSize(3);
            assertThat(cluster.servers())
                    .extracting(server -> server.client().dbSize())
                    .containsExactly(5462L, 5461L, 5461L);
        }
    }

    @Test
    void everyNodeShouldKnowTheOthers() {
        RedisCluster cluster = RedisCluster.shared();
        assertThat(RedisCluster.shared()).isSameAs(cluster);
        assertThat(cluster.servers())
                .allSatisfy(
                        server -> assertThat(server.client().info("cluster")).contains("cluster_enabled:1"));
        for (HostAndPort node : cluster.nodes()) {
            assertThat(cluster.client().getClusterNodes()).containsKey(node.toString());
        }
    }

    @Test
    void replicaShouldTakeOverFromAKilledMaster() {
        try (RedisCluster cluster = RedisCluster.start(1)) {
            assertThat(cluster.nodes()).hasSize(6);
            cluster.client().set("key", "before");
            List<RedisServer> holders = cluster.servers();
            await().untilAsserted(() -> assertThat(holders)
                    .filteredOn(server -> server.client().dbSize() == 1)
                    .hasSize(2));
            holders.subList(0, 3).stream()
                    .filter(server -> server.client().dbSize() == 1)
                    .forEach(RedisServer::kill);
            await().ignoreExceptionsInstanceOf(JedisException.class)
                    .untilAsserted(() -> assertThat(cluster.client().get("key")).isEqualTo("before"));
        }
    }

    @Test
    void closeShouldEndAllNodes() {
        RedisCluster cluster = RedisCluster.start();
        List<Path> folders = cluster.servers().stream().map(RedisServer::folder).toList();
        cluster.close();
        assertThat(cluster.nodes())
                .allSatisfy(node -> assertThat(Ports.isFree(node.getPort())).isTrue());
        assertThat(folders).allSatisfy(folder -> assertThat(folder).doesNotExist());
    }

    private static Iterable<String> oneKeyInEachSlot() {
        String[] keys = new String[SLOTS];
        IntStream.range(0, 40 * SLOTS).forEach(i -> keys[JedisClusterCRC16.getSlot("key-" + i)] = "key-" + i);
        return List.of(keys);
    }
}
