package io.delayqueue.demo.browser;

import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** A second application on the Redis of the shop, with tasks in every state and some coming and going. */
final class Warehouse implements AutoCloseable {

    static final TopicName PICK = new TopicName("shipping", "pick");

    static final TopicName PACK = new TopicName("shipping", "pack");

    static final TopicName CHARGE = new TopicName("billing", "charge-card");

    private static final int RUNNING = 3;

    private static final int DECLINED = 4;

    private final CountDownLatch closingTime = new CountDownLatch(1);

    private final DelayQueueEngine engine;

    Warehouse(RedisServer redis) {
        this.engine = DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                .callback(callback(PICK, (payload, context) -> {}))
                .callback(callback(PACK, (payload, context) -> closingTime.await()))
                .callback(callback(CHARGE, Warehouse::charge))
                .topic("shipping", "track")
                .topic("billing", "dunning")
                .topic("loyalty", "points")
                .topic("loyalty", "birthday")
                .build();
        engine.start();
    }

    private static TopicCallback callback(TopicName topic, TaskCallback<?> callback) {
        TopicOptions options = new TopicOptions(RUNNING, null, 3, ExponentialBackoff.fixed(Duration.ofMillis(50)));
        return new TopicCallback(topic, Object.class, callback, options, "warehouse");
    }

    private static void charge(Object card, Object context) {
        throw new IllegalStateException(
                "The bank refused the card", new IllegalArgumentException("declined: insufficient funds"));
    }

    DelayQueueService tasks() {
        return engine.service();
    }

    /** Fills the shelves, and waits until some tasks run and some are dead. */
    void open() {
        later(new TopicName("shipping", "track"), 230, Duration.ofMinutes(7));
        later(new TopicName("billing", "dunning"), 1240, Duration.ofMinutes(11));
        later(new TopicName("loyalty", "points"), 64, Duration.ofSeconds(90));
        later(new TopicName("loyalty", "birthday"), 365, Duration.ofHours(5));
        later(PICK, 900, Duration.ofMillis(130));
        now(PACK, RUNNING + 9);
        now(CHARGE, DECLINED);
        tasks().topic("loyalty", "birthday").pause();
        await().until(() ->
                tasks().topic(CHARGE.group(), CHARGE.topic()).count().dead() == DECLINED);
        await().until(() -> tasks().topic(PACK.group(), PACK.topic()).count().reserved() == RUNNING);
    }

    private void later(TopicName topic, int tasks, Duration apart) {
        add(topic, tasks, apart);
    }

    private void now(TopicName topic, int tasks) {
        add(topic, tasks, Duration.ZERO);
    }

    private void add(TopicName topic, int tasks, Duration apart) {
        tasks().addTasks(IntStream.rangeClosed(1, tasks)
                .mapToObj(number -> Task.of(topic.group(), topic.topic())
                        .id(topic.topic() + "-" + (7000 + number))
                        .payload(Map.of("order", 7000 + number, "customer", "C-" + (310 + number % 89)))
                        .headers(Map.of("source", "web-shop"))
                        .description("Order " + (7000 + number))
                        .delay(apart.multipliedBy(number))
                        .build())
                .toList());
    }

    @Override
    public void close() {
        closingTime.countDown();
        engine.close();
    }
}
