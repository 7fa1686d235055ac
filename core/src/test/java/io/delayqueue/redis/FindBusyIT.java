package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Checks of groups that need no push: what an instance has to push for, and what becomes of the claims. */
class FindBusyIT extends BackendFixture {

    private final RedisClient redis = RedisServer.shared().client();

    FindBusyIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    @BeforeEach
    void elect() {
        assertThat(pushBy("i").elected()).isTrue();
    }

    @AfterEach
    void forget() {
        redis.del(key("PUSHER"), key("OTHERS"));
    }

    private boolean isBusy() {
        return !store().findBusy("i", Map.of(group, List.of("t"))).isEmpty();
    }

    private boolean isBusyForAnother() {
        return !store().findBusy("another", Map.of(group, List.of())).isEmpty();
    }

    @Test
    void claimOfAGroupWithoutTasksShouldLast() {
        redis.pexpire(key("PUSHER"), 500);
        assertThat(isBusy()).isFalse();
        assertThat(redis.pttl(key("PUSHER"))).isBetween(1_000L, 2_000L);
        assertThat(redis.exists(key("OTHERS"))).isFalse();
    }

    @Test
    void taskThatIsDueBeforeTheSecondNextCheckShouldBePushed() {
        add("late", 60_000);
        assertThat(isBusy()).isFalse();
        add("a", 1_900);
        assertThat(isBusy()).isTrue();
    }

    @Test
    void topicWhoseReadyTaskHasLostItsSignalShouldBeSwept() {
        add("a", 0);
        pushAll();
        redis.del(key("SIGNAL:t"));
        assertThat(isBusy()).isTrue();
        assertThat(store().push(group, "i", List.of("t"), ExpectedTime.NONE).elected())
                .isTrue();
        assertThat(redis.exists(key("SIGNAL:t"))).isTrue();
    }

    @Test
    void taskBehindAnotherOfItsKeyShouldBeSwept() {
        redis.zadd(key("BEHIND:t"), 1, "a");
        assertThat(isBusy()).isTrue();
    }

    @Test
    void claimThatIsLostOrTakenShouldBeMadeAgainByAPush() {
        redis.del(key("PUSHER"));
        assertThat(isBusy()).isTrue();
        assertThat(redis.exists(key("PUSHER"))).isFalse();
        assertThat(pushBy("another").elected()).isTrue();
        assertThat(isBusy()).isTrue();
        assertThat(redis.get(key("PUSHER"))).isEqualTo("another");
    }

    @Test
    void instanceWithoutTheClaimShouldShowThatItIsThereUntilTheClaimEnds() {
        assertThat(isBusyForAnother()).isFalse();
        assertThat(redis.pttl(key("OTHERS"))).isBetween(1L, 3_000L);
        redis.pexpire(key("PUSHER"), 900);
        assertThat(isBusyForAnother())
                .as("the claim ends before the next check")
                .isTrue();
        redis.pexpire(key("PUSHER"), 600_000);
        assertThat(isBusyForAnother())
                .as("a claim from before the clock was set back")
                .isTrue();
        redis.del(key("PUSHER"));
        assertThat(isBusyForAnother()).isTrue();
    }

    @Test
    void groupThatCannotBeCheckedShouldBePushedAndNoOther() {
        String foreign = group + "-foreign";
        redis.set("{" + foreign + "}:PUSHER", "i");
        redis.set("{" + foreign + "}:TOPICS", "of another program");
        Map<String, List<String>> groups = new TreeMap<>(Map.of(group, List.of("t"), foreign, List.of("t")));
        redis.scriptFlush();
        assertThat(store().findBusy("i", groups)).containsExactly(foreign);
        assertThat(store().findBusy("i", groups)).containsExactly(foreign);
        redis.del("{" + foreign + "}:PUSHER", "{" + foreign + "}:TOPICS");
    }

    @Test
    void fullServerShouldKeepTheClaims() {
        try (RedisServer full = RedisServer.start();
                RedisBackend backend = RedisBackend.connect(full.host(), full.port())) {
            backend.tasks().push("g", "i", List.of(), ExpectedTime.NONE);
            full.client().configSet("maxmemory", "1");
            assertThat(backend.tasks().findBusy("i", Map.of("g", List.of("t")))).isEmpty();
            assertThat(backend.tasks().findBusy("another", Map.of("g", List.of())))
                    .isEmpty();
            assertThat(full.client().exists("{g}:OTHERS")).isTrue();
        }
    }

    @Test
    void groupOfAnotherNodeShouldBePushedBecauseItHasMoved() {
        RedisTaskStore tasks = new RedisTaskStore(
                RedisUnderTest.calls(RedisCluster.shared().client(), "the cluster", Duration.ofSeconds(2)),
                Durability.MASTER_ONLY);
        Map<String, List<String>> groups = new TreeMap<>();
        for (int node : List.of(0, 0, 1)) {
            String onNode = Stream.generate(() -> "g" + node + UUID.randomUUID())
                    .filter(each -> RedisCluster.masterOf(JedisClusterCRC16.getSlot(each)) == node)
                    .findFirst()
                    .orElseThrow();
            groups.put(onNode, List.of("t"));
            tasks.push(onNode, "i", List.of(), ExpectedTime.NONE);
        }
        assertThat(tasks.findBusy("i", groups)).singleElement().asString().startsWith("g1");
    }
}
