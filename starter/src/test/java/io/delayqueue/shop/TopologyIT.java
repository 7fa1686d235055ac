package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;

/** Runs the same application on each topology of Redis, configured by properties only. */
class TopologyIT {

    private final String group = "g" + UUID.randomUUID();

    @Test
    void url() {
        assertDelivers("spring.data.redis.url=redis://" + RedisServer.shared().address());
    }

    @Test
    void password() {
        try (RedisServer redis = RedisServer.builder().password("secret").start()) {
            assertDelivers("spring.data.redis.url=redis://:secret@" + redis.address() + "/3");
        }
    }

    @Test
    void cluster() {
        assertDelivers(
                "spring.data.redis.cluster.nodes=" + list(RedisCluster.shared().nodes()));
    }

    @Test
    void sentinel() {
        try (RedisSentinels redis = RedisSentinels.start(1)) {
            assertDelivers(
                    "spring.data.redis.sentinel.master=" + redis.masterName(),
                    "spring.data.redis.sentinel.nodes=" + list(redis.sentinels()));
        }
    }

    private void assertDelivers(String... properties) {
        try (Instance instance = new Instance(ShopApplication.startOn(group, properties), group)) {
            instance.orders().place(42, Duration.ofMillis(200));
            await().untilAsserted(() -> assertThat(instance.received())
                    .containsExactlyInAnyOrder("remind Ada", "cancel 42 of Ada, order-42"));
            await().until(() -> instance.find("order-42").isEmpty());
        }
    }

    private static String list(Set<HostAndPort> servers) {
        return servers.stream().map(HostAndPort::toString).collect(Collectors.joining(","));
    }
}
