package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.StoreContract;
import io.delayqueue.store.TestTasks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.UnifiedJedis;

/** A Redis that loses its last writes, as by a failover to a replica that lags: no delivery stands for another. */
@ParameterizedClass
@EnumSource(Topology.class)
class PartialLossIT extends StoreContract {

    private final UnifiedJedis client;

    PartialLossIT(Topology topology) {
        super(topology);
        this.client = topology.client();
    }

    /** What the group holds now; to be put back in place of what is written after it. */
    private Map<String, byte[]> snapshot() {
        Map<String, byte[]> keys = new HashMap<>();
        client.keys("{" + group + "}:*").forEach(key -> keys.put(key, client.dump(key)));
        return keys;
    }

    private void restore(Map<String, byte[]> snapshot) {
        client.keys("{" + group + "}:*").forEach(client::del);
        snapshot.forEach((key, value) -> client.restore(key, 0, value));
    }

    private Delivery reserveAs(String instance) {
        List<ReservedTask> tasks = store().reserve(topic, instance, LEASE, 1).tasks();
        assertThat(tasks).hasSize(1);
        return tasks.get(0).delivery();
    }

    private void assertStale(Delivery lost) {
        assertThat(store().renew(group, List.of(lost), LEASE)).containsExactly(lost);
        assertThat(acknowledge(new Outcome.Retry(lost, 0, "{}", true))).containsExactly(lost);
        assertThat(acknowledge(new Outcome.NextOccurrence(lost, Outcome.NextOccurrence.Timing.DELAY, 1, null)))
                .containsExactly(lost);
        assertThat(acknowledge(new Outcome.Released(lost, false))).containsExactly(lost);
        assertThat(acknowledge(new Outcome.Dead(lost, "{}"))).containsExactly(lost);
        assertThat(acknowledge(new Outcome.Finished(lost))).containsExactly(lost);
    }

    @Test
    void lostReservationShouldNotStandForTheNextOfTheSameTask() {
        add("order-42", 0);
        pushAll();
        Map<String, byte[]> before = snapshot();
        Delivery lost = reserveAs("a");
        restore(before);
        Delivery current = reserveAs("b");
        assertStale(lost);
        assertThat(acknowledge(new Outcome.Finished(current))).isEmpty();
    }

    @Test
    void lostTaskShouldNotStandForTheNextWithItsId() {
        Map<String, byte[]> before = snapshot();
        add("order-42", 0);
        pushAll();
        Delivery lost = reserveAs("a");
        restore(before);
        store().add(group, List.of(TestTasks.task("t", "order-42", 0, true, detail("t", "another"))));
        pushAll();
        Delivery current = reserveAs("b");
        assertStale(lost);
        assertThat(find("order-42").state()).isEqualTo(TaskState.RESERVED);
        assertThat(acknowledge(new Outcome.Finished(current))).isEmpty();
    }

    /** Its instance does not distinguish it. */
    @Test
    void lostReservationShouldNotStandForTheNextOfTheSameInstance() {
        add("order-42", 0);
        pushAll();
        Map<String, byte[]> before = snapshot();
        Delivery lost = reserveAs("a");
        restore(before);
        Delivery current = reserveAs("a");
        assertThat(current.number()).isGreaterThan(lost.number());
        assertStale(lost);
        assertThat(acknowledge(new Outcome.Finished(current))).isEmpty();
    }

    @Test
    void manyNumbersAtOnceShouldStayDifferentAndGrow() {
        for (int i = 0; i < 500; i++) {
            add("task-" + i, 0);
        }
        pushAll();
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            List<Long> ofOneReserve =
                    deliveries(10).stream().map(Delivery::number).distinct().toList();
            assertThat(ofOneReserve).hasSize(1);
            numbers.addAll(ofOneReserve);
        }
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        client.set("{" + group + "}:SEQUENCE", "9007199254740000:7");
        add("last", 0);
        pushAll();
        assertThat(deliveries(1)).extracting(Delivery::number).containsExactly(9_007_199_254_740_001L);
        assertThat(client.get("{" + group + "}:SEQUENCE")).isEqualTo("9007199254740001:8");
    }
}
