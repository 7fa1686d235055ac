package io.delayqueue.redis;

import static io.delayqueue.limit.KeyOrder.OnRetry.BLOCK_KEY;
import static io.delayqueue.limit.KeyOrder.OnRetry.LET_PASS;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.limit.KeyOrder;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.KeysContract;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.RegistryStore;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.UnifiedJedis;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisKeysIT extends KeysContract {

    private final Topology topology;

    private final UnifiedJedis client;

    RedisKeysIT(Topology topology) {
        super(topology);
        this.topology = topology;
        client = topology.client();
    }

    @Test
    void lostRuleShouldKeepNoTaskWaiting() {
        order(1, BLOCK_KEY);
        ready(keyed("last", "k", 9));
        assertThat(lease()).containsExactly("last");
        end(delivery -> new Outcome.Dead(delivery, ERROR), "last");
        ready("a", "b");
        client.hdel("{" + group + "}:RULES", "t");
        deadLetters().requeue(group, List.of("last"));
        assertThat(lease(5)).containsExactly("a", "last");
        finish("last");
        order(1, BLOCK_KEY);
        finish("a");
        assertThat(lease(5)).containsExactly("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1|shared", "||||", "0|x|1/s|1|t"})
    void ruleThatCannotBeReadShouldKeepNoTaskWithAKeyFromItsEnd(String text) {
        client.hset("{" + group + "}:RULES", "t", text);
        ready(keyed("a", "k", 1), keyed("b", "k", 2));
        assertThat(client.hget("{" + group + "}:RULES", "t")).isEqualTo(text);
        assertThat(lease()).containsExactly("a", "b");
        finish("a", "b");
        order(1, BLOCK_KEY);
        ready(keyed("c", "k", 1), keyed("d", "k", 2));
        assertThat(lease()).containsExactly("c");
    }

    private void sweep() {
        store().push(group, "i", List.of("t"), ExpectedTime.NONE);
    }

    @Test
    void placeThatAForgedKeyHasLeftShouldBeGivenBackByASweep() {
        ready(keyed("a", "k", 1), keyed("b", "k", 2), keyed("c", "k2", 3));
        assertThat(lease()).containsExactly("a", "c");
        Delivery a = delivery("a");
        Delivery forged = new Delivery(a.topic(), a.id(), a.number(), a.instance(), "k2");
        assertThat(acknowledge(new Outcome.Finished(forged))).isEmpty();
        assertThat(lease()).isEmpty();
        isSignalled();
        sweep();
        assertThat(isSignalled()).isTrue();
        assertThat(lease()).containsExactly("b");
    }

    @Test
    void placesWithoutTasksShouldBeGivenBackBySweeps() {
        order(2, BLOCK_KEY);
        addAll(IntStream.range(0, 3_000).mapToObj(i -> keyed("t" + i, "k" + i % 1_000, i)));
        pushAll();
        List<String> lost = lease(1_000);
        client.hdel("{" + group + "}:DETAIL", lost.toArray(String[]::new));
        client.hdel("{" + group + "}:DELIVERIES", lost.toArray(String[]::new));
        client.zrem("{" + group + "}:RESERVED:t", lost.toArray(String[]::new));
        assertThat(lease(1_000)).hasSize(1_000);
        for (int sweeps = 0; counts().behind() > 0; sweeps++) {
            assertThat(sweeps).isLessThan(1_000);
            sweep();
        }
        assertThat(lease(1_000)).hasSize(1_000);
    }

    /** The lost place is found first, whose key has a later task that arrives. */
    @Test
    void sweepThatGivesAPlaceBackShouldStillLetAnEarlierTaskGoFirst() {
        ready(keyed("lost", "k1", 1), keyed("x", "k1", 2), keyed("b", "k2", 15));
        client.hdel("{" + group + "}:DETAIL", "lost");
        client.zrem("{" + group + "}:CONSUMING:t", "lost");
        add(keyed("a", "k2", 10), keyed("y", "k1", 20));
        sweep();
        assertThat(ofKey("k2")).containsExactly("a", "b");
        assertThat(lease()).containsExactlyInAnyOrder("x", "a");
    }

    private void forget() {
        assertThat(oneAfterAnother()).isNotEmpty();
        assertThat(topics().forgetEmpty(group, List.of())).isOne();
    }

    @Test
    void forgottenTopicShouldLeaveItsOrderOnlyIfThatWasDeclared() {
        // A topic that was registered meanwhile keeps what was declared.
        RegistryStore registry = new RedisRegistryStore(topology.calls());
        registry.register(group, List.of("t"));
        ready("a", "b");
        forget();
        assertThat(client.exists("{" + group + "}:RULES")).isFalse();
        ready("a");
        topics().pause(topic);
        topics().resume(topic);
        forget();
        assertThat(client.exists("{" + group + "}:RULES")).isFalse();
        order(3, LET_PASS);
        ready("a");
        forget();
        assertThat(storedOrder()).isEqualTo(new KeyOrder(3, LET_PASS));
        registry.unregister(group, null);
    }

    @Test
    void forgottenTopicShouldStayPaused() {
        ready("a");
        assertThat(lease()).containsExactly("a");
        topics().pause(topic);
        finish("a");
        assertThat(topics().forgetEmpty(group, List.of())).isOne();
        ready("b");
        assertThat(lease()).isEmpty();
    }
}
