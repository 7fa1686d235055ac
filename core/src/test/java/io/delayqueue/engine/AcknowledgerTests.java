package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.TaskStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class AcknowledgerTests {

    private final Queue<String> confirmed = new ConcurrentLinkedQueue<>();

    @Test
    void confirmationThatFailsShouldNotKeepTheOthersFromBeingConfirmed() {
        TaskStore store = (TaskStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> List.of());
        Acknowledger acknowledger = new Acknowledger("g", store, this::confirm, new Outage("nowhere"));
        for (String id : List.of("a", "broken", "b")) {
            acknowledger.add(new Settlement.Finished(new Delivery("t", id, 1, "i")));
        }
        acknowledger.add(Settlement.unstarted(new Delivery("t", "c", 1, "i")));
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
}
