package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.monitor.StoreFinding.Kind;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Which servers of a cluster are checked, and what a server leaves that does not answer. */
class RedisStoreChecksIT {

    private static final Duration SHORT = Duration.ofMillis(200);

    @Test
    void mastersOfAClusterShouldBeCheckedAndNoReplica() {
        try (RedisCluster cluster = RedisCluster.start(1)) {
            cluster.servers().forEach(server -> server.client().configSet("maxmemory-policy", "allkeys-lru"));
            List<String> masters = cluster.servers().subList(0, 3).stream()
                    .map(RedisServer::address)
                    .toList();
            RedisStoreChecks checks = new RedisStoreChecks(RedisUnderTest.calls(cluster.client(), "cluster", SHORT), 0);
            assertThat(withEvictionPolicy(checks)).containsExactlyInAnyOrderElementsOf(masters);
            cluster.servers().get(3).kill();
            assertThat(withEvictionPolicy(checks)).containsExactlyInAnyOrderElementsOf(masters);
            cluster.servers().get(0).client().configSet("maxmemory-policy", "noeviction");
            cluster.servers().get(1).freeze();
            try {
                assertThat(withEvictionPolicy(checks)).containsExactlyInAnyOrder(masters.get(1), masters.get(2));
            } finally {
                cluster.servers().get(1).thaw();
            }
        }
    }

    private static List<String> withEvictionPolicy(RedisStoreChecks checks) {
        return checks.check().stream()
                .filter(finding -> finding.kind() == Kind.EVICTION_POLICY)
                .map(StoreFinding::server)
                .toList();
    }

    @Test
    void serverThatDoesNotAnswerShouldBeUnavailable() {
        try (RedisServer server = RedisServer.start();
                RedisClient client = RedisClient.create(server.host(), server.port())) {
            RedisStoreChecks checks = new RedisStoreChecks(RedisUnderTest.calls(client, server.address(), SHORT), 0);
            assertThat(checks.check()).extracting(StoreFinding::kind).containsExactly(Kind.NO_PERSISTENCE);
            server.kill();
            assertThatExceptionOfType(TaskStoreUnavailableException.class).isThrownBy(checks::check);
        }
    }
}
