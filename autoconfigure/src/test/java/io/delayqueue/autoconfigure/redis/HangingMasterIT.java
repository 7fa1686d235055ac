package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Hanging master of a cluster: its connections stay open, and it does not answer. */
class HangingMasterIT {

    private static final String GROUP = "g";

    private static final String KEY = "{g}:key";

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @Test
    void bothClientsShouldReachTheReplicaThatTookOver() {
        try (RedisCluster cluster = RedisCluster.start(1);
                RedisConnections connections = connect(cluster);
                RedisBackend backend = new RedisBackend(connections)) {
            assertWorks(backend.tasks());
            connections.blocking().exists(KEY);
            RedisServer hung = cluster.servers().get(RedisCluster.masterOf(JedisClusterCRC16.getSlot(KEY)));
            hung.freeze();
            await().atMost(Duration.ofMinutes(1)).until(() -> cluster.servers().stream()
                    .filter(server -> server != hung)
                    .anyMatch(HangingMasterIT::takesWrites));
            await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> assertWorks(backend.tasks()));
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> connections.blocking().exists(KEY));
            hung.thaw();
        }
    }

    private static void assertWorks(TaskStore tasks) {
        assertThat(tasks.find(GROUP, List.of("none"))).containsOnlyNulls();
    }

    private static boolean takesWrites(RedisServer server) {
        try (Jedis jedis = new Jedis(server.hostAndPort())) {
            jedis.set(KEY, "");
            return true;
        } catch (JedisException e) {
            return false;
        }
    }

    private static RedisConnections connect(RedisCluster cluster) {
        return BootRedis.of("spring.data.redis.cluster.nodes="
                        + cluster.nodes().stream().map(HostAndPort::toString).collect(Collectors.joining(",")))
                .factory()
                .create();
    }
}
