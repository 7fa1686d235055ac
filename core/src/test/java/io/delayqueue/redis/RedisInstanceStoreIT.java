package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStoreContract;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What instances tell, on every topology. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisInstanceStoreIT extends InstanceStoreContract {

    private final Topology topology;

    RedisInstanceStoreIT(Topology topology) {
        super(topology);
        this.topology = topology;
    }

    private String key() {
        return "{" + group + "}:INSTANCES";
    }

    private void heartbeat(String instance, long at) {
        topology.client().hset(key(), instance, "{\"at\":" + at + ",\"n\":1}");
    }

    @Test
    void heartbeatShouldForgetInstancesThatAreSilentForMinutes() {
        long now = store.heartbeats(group).storeTime();
        heartbeat("silent", now - RedisInstanceStore.SILENCE_MILLIS - 1);
        heartbeat("crashed", now - RedisInstanceStore.SILENCE_MILLIS + 60_000);
        topology.client().hset(key(), "strange", "what a hand has written");
        store.heartbeat(group, "i", "{\"n\":1}");
        assertThat(store.heartbeats(group).all()).containsOnlyKeys("i", "crashed");
    }

    @Test
    void heartbeatShouldCheckSomeOfManySilentInstances() {
        Map<String, String> silent = new HashMap<>();
        IntStream.range(0, 30).forEach(i -> silent.put("silent" + i, "{\"at\":1,\"n\":1}"));
        topology.client().hset(key(), silent);
        store.heartbeat(group, "i", "{\"n\":1}");
        assertThat(store.heartbeats(group).all()).hasSize(31 - RedisInstanceStore.CHECKED);
        for (int i = 0; i < 30 / (RedisInstanceStore.CHECKED - 1); i++) {
            store.heartbeat(group, "i", "{\"n\":1}");
        }
        assertThat(store.heartbeats(group).all()).hasSize(1);
    }

    @Test
    void workShouldOutlastItsLastRecordByADayAndAnHour() {
        store.recordWork(group, "", "1", Map.of());
        assertThat(topology.client().ttl("{" + group + "}:WORK"))
                .isBetween(InstanceStore.WORK_KEPT.minusHours(1).toSeconds(), InstanceStore.WORK_KEPT.toSeconds());
    }

    @Test
    void theKeyOutlastsTheLastBeatByADay() {
        store.heartbeat(group, "i", "{\"n\":1}");
        assertThat(topology.client().ttl(key()))
                .isBetween(Duration.ofHours(23).toSeconds(), Duration.ofDays(1).toSeconds());
    }

    @Test
    void whoHasReadIsForgottenAfterAWhile() {
        store.heartbeats(group);
        String mark = "{" + group + "}:WATCHED";
        assertThat(topology.client().pttl(mark)).isBetween(1L, RedisInstanceStore.WATCHED_MILLIS);
        topology.client().del(mark);
        assertThat(store.heartbeat(group, "i", "{\"n\":1}")).isFalse();
    }

    @Test
    void aServerThatTakesNoWritesIsRead() {
        try (RedisServer refusing = RedisServer.start()) {
            RedisInstanceStore instances = new RedisInstanceStore(
                    RedisUnderTest.calls(refusing.client(), refusing.address(), Duration.ofSeconds(2)));
            instances.heartbeat(group, "i", "{\"n\":1}");
            refusing.client().configSet("min-replicas-to-write", "1");
            assertThat(instances.heartbeats(group).all()).hasSize(1);
            assertThat(refusing.client().exists("{" + group + "}:WATCHED")).isFalse();
        }
    }

    @Test
    void fullServerShouldTakeHeartbeats() {
        try (RedisServer full = RedisServer.builder()
                .config("maxmemory-policy noeviction")
                .config("maxmemory 1")
                .start()) {
            RedisInstanceStore instances =
                    new RedisInstanceStore(RedisUnderTest.calls(full.client(), full.address(), Duration.ofSeconds(2)));
            instances.heartbeat(group, "i", "{\"n\":1}");
            assertThat(instances.heartbeats(group).all()).hasSize(1);
            assertThat(instances.heartbeat(group, "i", "{\"n\":2}")).isTrue();
            instances.leave(group, "i");
            assertThat(instances.heartbeats(group).all()).isEmpty();
        }
    }
}
