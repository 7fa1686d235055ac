package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A later version has put further values at the end of what is stored of a delivery. */
class LaterDeliveriesIT {

    private static final String MORE = ":later:values";

    private static final Duration LEASE = Duration.ofMinutes(1);

    private final RedisServer server = RedisServer.shared();

    private final String group = "g" + UUID.randomUUID();

    private final TopicName topic = new TopicName(group, "t");

    private final RedisTaskStore store = new RedisTaskStore(
            RedisUnderTest.calls(server.client(), server.address(), Duration.ofSeconds(2)), Durability.MASTER_ONLY);

    private Delivery delivery;

    private String stored() {
        return server.client().hget("{" + group + "}:DELIVERIES", "a");
    }

    private ReservedTask reserve() {
        return await().until(
                        () -> {
                            store.push(group, "i-1", Set.of(), ExpectedTime.NONE);
                            return store.reserve(topic, "i-1", LEASE, 1).tasks();
                        },
                        tasks -> !tasks.isEmpty())
                .get(0);
    }

    @BeforeEach
    void deliver() {
        byte[] detail = "\"t\",null]".getBytes(StandardCharsets.UTF_8);
        NewTask.AddMode mode = TestTasks.mode(Priority.NORMAL, IfExists.KEEP, false);
        store.add(group, List.of(new NewTask("t", "a", 0, true, detail, mode)));
        delivery = reserve().delivery();
        server.client().hset("{" + group + "}:DELIVERIES", "a", stored() + MORE);
    }

    @Test
    void theyShouldBelongToTheSameInstance() {
        assertThat(store.find(group, List.of("a")))
                .extracting(TaskInfo::instance)
                .containsExactly("i-1");
        assertThat(store.renew(group, List.of(delivery), LEASE)).as("stale").isEmpty();
        assertThat(store.acknowledge(group, List.of(new Outcome.Finished(delivery))))
                .as("stale")
                .isEmpty();
        assertThat(stored()).isNull();
    }

    @Test
    void theyShouldNotHideTheRequestToInterrupt() {
        assertThat(store.interrupt(group, "a", null)).isTrue();
        assertThat(store.isInterruptRequested(group, delivery)).isTrue();
        assertThat(stored()).startsWith(delivery.number() + ":1:i-1" + MORE);
    }

    @Test
    void theyShouldBeKeptWhereTheDeliveryIsWrittenAgain() {
        assertThat(store.acknowledge(group, List.of(new Outcome.Released(delivery, false))))
                .as("stale")
                .isEmpty();
        assertThat(stored()).endsWith(":i-1" + MORE);
        assertThat(reserve().attempt()).isOne();
    }
}
