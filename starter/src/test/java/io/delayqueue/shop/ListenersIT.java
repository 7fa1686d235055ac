package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskInfo;
import io.delayqueue.shop.Orders.Order;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Arguments of listeners, and the handling of their failures. */
class ListenersIT {

    private final String group = "g" + UUID.randomUUID();

    @AutoClose
    private final Instance instance = Instance.start(
            group,
            "delayqueue.retry.initial-delay=10ms",
            "delayqueue.retry.max-delay=10ms",
            "delayqueue.max-attempts=7");

    private final Orders orders = instance.orders();

    private final Queue<String> received = instance.received();

    @Test
    void tasksOfOneBeanShouldReachTheListenersOfOthersInTime() {
        orders.place(42, Duration.ofMillis(400));
        await().untilAsserted(() ->
                assertThat(received).containsExactlyInAnyOrder("remind Ada", "cancel 42 of Ada, order-42"));
        await().until(() -> instance.find("order-42").isEmpty());
    }

    @Test
    void payloadsShouldBeReadAsTheParameterWants() {
        orders.add("json", new Order(1, "Ada"));
        orders.add("map", Map.of("number", 2));
        orders.add("remind", List.of(new Order(3, "Zoë"), new Order(4, "Eve")));
        orders.add("nothing", new Order(5, "Ada"));
        await().untilAsserted(() -> assertThat(received)
                .containsExactlyInAnyOrder("json 1 1 of 7", "map 2", "remind Zoë", "remind Eve", "nothing"));
    }

    @Test
    void payloadThatDoesNotFitShouldGoToTheDeadLettersWithTheReason() {
        String id = orders.add("map", List.of(1, 2)).id();
        TaskInfo dead = instance.awaitDead(id);
        assertThat(dead.attempts()).isEqualTo(1);
        assertThat(dead.lastError().message()).contains("The payload does not fit java.util.Map");
        assertThat(received).isEmpty();
    }

    @Test
    void listenerThatThrowsShouldBeRetriedAndThenKeepTheErrorItThrew() {
        String id = orders.add("failing", "no luck").id();
        TaskInfo dead = instance.awaitDead(id);
        assertThat(received).containsExactly("attempt 1", "attempt 2", "attempt 3");
        assertThat(dead.attempts()).isEqualTo(3);
        assertThat(dead.lastError().type()).isEqualTo(IOException.class.getName());
        assertThat(dead.lastError().message()).isEqualTo("no luck");
        assertThat(dead.lastError().stack()).contains("Listeners.failing");
    }

    @Test
    void listenerShouldBeAbleToAddTasks() {
        orders.add("next", 1);
        await().untilAsserted(() -> assertThat(received).containsExactly("work 2"));
    }
}
