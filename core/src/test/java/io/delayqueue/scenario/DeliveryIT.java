package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.redis.PatientRedis;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Deliveries of an engine on one server, as a user sees them. */
class DeliveryIT {

    record Order(long number, String customer) {}

    record Delivered(Object payload, TaskContext context, Instant at) {}

    private static final TopicOptions ONE_AT_A_TIME =
            TopicOptions.builder().concurrency(1).build();

    private final String group = "g" + UUID.randomUUID();

    private final Queue<Delivered> delivered = new ConcurrentLinkedQueue<>();

    private final DelayQueueEngineBuilder builder =
            DelayQueueEngine.builder(PatientRedis.connect(RedisServer.shared()));

    @AutoClose
    private DelayQueueEngine engine;

    private void start() {
        engine = builder.build();
        engine.start();
    }

    private void deliver(Object payload, TaskContext context) {
        delivered.add(new Delivered(payload, context, Instant.now()));
    }

    @Test
    void tasksArriveOnceInOrderNotEarlyWithAllTheyWereGiven() {
        builder.callback(new TopicCallback(
                new TopicName(group, "t"), Order.class, (TaskCallback<Order>) this::deliver, ONE_AT_A_TIME, "test"));
        start();
        List<AddResult> added = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            added.add(engine.service()
                    .addTask(Task.of(group, "t")
                            .payload(new Order(i, "Zoë"))
                            .delay(Duration.ofMillis(100 + i * 10))
                            .headers(Map.of("trace", "x" + i))
                            .description("number " + i)
                            .build()));
        }
        await().until(() -> delivered.size() == 20);
        List<Delivered> all = List.copyOf(delivered);
        for (int i = 0; i < 20; i++) {
            Delivered one = all.get(i);
            assertThat(one.payload()).isEqualTo(new Order(i, "Zoë"));
            assertThat(one.context().id()).isEqualTo(added.get(i).id());
            assertThat(one.context().dueAt()).isEqualTo(added.get(i).dueAt());
            assertThat(one.context().occurrence()).isEqualTo(one.context().dueAt());
            assertThat(one.context().attempt()).isEqualTo(1);
            assertThat(one.context().headers()).isEqualTo(Map.of("trace", "x" + i));
            assertThat(one.context().description()).isEqualTo("number " + i);
            assertThat(one.at()).isAfterOrEqualTo(one.context().dueAt());
        }
        await().until(() -> engine.service().findTask(group, added.get(19).id()).isEmpty());
    }
}
