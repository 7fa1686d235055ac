package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreException;
import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.TaskStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class AcknowledgerTests {

    private final Queue<String> confirmed = new ConcurrentLinkedQueue<>();

    @Test
    void confirmationThatFailsShouldNotKeepTheOthersFromBeingConfirmed() {
        TaskStore store = (TaskStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> List.of());
        Acknowledger acknowledger = new Acknowledger("g", store, this::confirm, new Outage("nowhere"));
        for (String id : List.of("a", "broken", "b")) {
            acknowledger.add(new Settlement.Finished(new Delivery("t", id, 1, "i")), 1);
        }
        acknowledger.add(Settlement.unstarted(new Delivery("t", "c", 1, "i")), 1);
        acknowledger.start();
        await().until(() -> confirmed.contains("c"));
        acknowledger.flush(Duration.ofSeconds(10));
        assertThat(confirmed).containsExactly("a", "broken", "b", "c");
        assertThat(acknowledger.untold()).isZero();
    }

    private void confirm(Settlement settlement, boolean stale) {
        confirmed.add(settlement.delivery().id());
        if (settlement.delivery().id().equals("broken")) {
            throw new AssertionError("meant to be");
        }
    }

    private static Settlement buried(String topic, String id) {
        return new Settlement.Buried(new Burial(new Delivery(topic, id, 1, "i"), "for the test"), () -> {});
    }

    /** Refuses every call with an outcome of which this is true; counts those of single outcomes. */
    private TaskStore refusing(Predicate<Delivery> refused, Map<String, Integer> singles) {
        return (TaskStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> {
                    List<?> entries = (List<?>) arguments[1];
                    List<Delivery> deliveries = entries.stream()
                            .map(entry -> entry instanceof Burial burial ? burial.delivery() : (Delivery) entry)
                            .toList();
                    if (deliveries.size() == 1) {
                        singles.merge(deliveries.get(0).id(), 1, Integer::sum);
                    }
                    if (deliveries.stream().anyMatch(refused)) {
                        throw new TaskStoreException("refused", null);
                    }
                    return List.of();
                });
    }

    @Test
    void refusedOutcomesShouldHoldUpNeitherOthersOfTheirKindNorOtherKinds() {
        Map<String, Integer> singles = new ConcurrentHashMap<>();
        TaskStore store = refusing(delivery -> delivery.topic().equals("bad"), singles);
        Acknowledger acknowledger = new Acknowledger("g", store, this::confirm, new Outage("nowhere"));
        for (int i = 0; i < 700; i++) {
            acknowledger.add(buried("bad", "bad" + i), 1);
        }
        for (int i = 0; i < 50; i++) {
            acknowledger.add(buried("good", "buried" + i), 1);
            acknowledger.add(new Settlement.Finished(new Delivery("good", "finished" + i, 1, "i")), 1);
        }
        acknowledger.start();
        await().until(() -> confirmed.size() == 100);
        assertThat(acknowledger.untold()).isEqualTo(700);
        singles.clear();
        acknowledger.flush(Duration.ofSeconds(60));
        assertThat(acknowledger.untold()).isEqualTo(700);
        assertThat(confirmed).hasSize(100);
        assertThat(singles).hasSize(700);
    }

    @Test
    void outcomesOfTasksThatAreLargeTogetherShouldNotTravelInOneCall() {
        Queue<Integer> calls = new ConcurrentLinkedQueue<>();
        TaskStore store = (TaskStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> {
                    calls.add(((List<?>) arguments[1]).size());
                    return List.of();
                });
        Acknowledger acknowledger = new Acknowledger("g", store, this::confirm, new Outage("nowhere"));
        for (int i = 0; i < 100; i++) {
            acknowledger.add(new Settlement.Finished(new Delivery("t", "a" + i, 1, "i")), 1 << 20);
        }
        acknowledger.add(new Settlement.Finished(new Delivery("t", "huge", 1, "i")), 100 << 20);
        acknowledger.start();
        await().until(() -> confirmed.size() == 101);
        assertThat(calls).containsExactly(64, 36, 1);
        acknowledger.flush(Duration.ofSeconds(60));
    }

    @Test
    void singleOutcomeThatIsRefusedShouldHoldUpNoOtherOfItsTopic() {
        Set<String> refused = ConcurrentHashMap.newKeySet();
        refused.add("a700");
        TaskStore store = refusing(delivery -> refused.contains(delivery.id()), new ConcurrentHashMap<>());
        Acknowledger acknowledger = new Acknowledger("g", store, this::confirm, new Outage("nowhere"));
        for (int i = 0; i < 1_000; i++) {
            acknowledger.add(buried("t", "a" + i), 1);
        }
        acknowledger.start();
        await().until(() -> confirmed.size() == 999);
        assertThat(acknowledger.untold()).isEqualTo(1);
        assertThat(acknowledger.sinceAcknowledgedAll()).isPositive();
        refused.clear();
        await().until(() -> acknowledger.untold() == 0);
        assertThat(confirmed).hasSize(1_000).doesNotHaveDuplicates();
        acknowledger.flush(Duration.ofSeconds(60));
    }
}
