package io.delayqueue.demo.browser;

import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Second application on the Redis of the shop, with tasks in every state and some traffic. */
final class Warehouse implements AutoCloseable {

    /** Topic with traffic for some minutes. */
    static final TopicName PICK = new TopicName("shipping", "pick");

    /** Topic with running and ready tasks until the warehouse closes. */
    static final TopicName PACK = new TopicName("shipping", "pack");

    /** Topic with a few repeating tasks. */
    static final TopicName STOCK = new TopicName("shipping", "count-stock");

    /** Topic with tasks that are due in some hours. */
    static final TopicName TRACK = new TopicName("shipping", "track");

    /** Topic with dead letters. */
    static final TopicName CHARGE = new TopicName("billing", "charge-card");

    private static final TopicName INVOICE = new TopicName("billing", "invoice");

    private static final TopicName RETURN = new TopicName("shipping", "check-return");

    private static final TopicName DUNNING = new TopicName("billing", "dunning");

    private static final int RUNNING = 3;

    private static final int DECLINED = 4;

    private final CountDownLatch closingTime = new CountDownLatch(1);

    private final DelayQueueEngine engine;

    Warehouse(RedisServer redis) {
        this.engine = DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                .callback(callback(
                        PICK,
                        (payload, context) ->
                                context.result(Map.of("shelf", context.id().length()))))
                .callback(callback(INVOICE, (payload, context) -> {}))
                .callback(callback(STOCK, (payload, context) -> {}))
                .callback(callback(PACK, (payload, context) -> closingTime.await()))
                .callback(callback(CHARGE, (payload, context) -> {
                    throw new CardDeclinedException(context.id());
                }))
                .callback(callback(RETURN, (payload, context) -> {}))
                .callback(callback(DUNNING, (payload, context) -> {}))
                .callback(callback(TRACK, (payload, context) -> {}))
                .build();
        engine.start();
    }

    private static TopicCallback callback(TopicName topic, TaskCallback<?> callback) {
        TopicOptions options = TopicOptions.builder()
                .concurrency(RUNNING)
                .maxAttempts(3)
                .history(HistoryRule.of(Duration.ofDays(7), 64 << 20))
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(50)))
                .build();
        return new TopicCallback(topic, Object.class, callback, options, "warehouse");
    }

    /** The engine's name in leases. */
    String instance() {
        return engine.instance();
    }

    DelayQueueService tasks() {
        return engine.service();
    }

    /** Adds tasks, and waits until some run and some are dead. */
    void open() {
        add(TRACK, 230, number -> Duration.ofMinutes(9L * number));
        add(DUNNING, 640, number -> Duration.ofMinutes(11L * number));
        add(RETURN, 365, number -> Duration.ofHours(5L * number));
        add(PICK, 3000, number -> Duration.ofMillis(wave(number, 110, 70)));
        add(INVOICE, 1500, number -> Duration.ofMillis(wave(number, 210, 90)));
        add(PACK, RUNNING + 9, number -> Duration.ZERO);
        add(CHARGE, DECLINED, number -> Duration.ZERO);
        List.of("Aarhus", "Berlin", "Gent", "Lyon", "Porto", "Turku", "Zagreb").forEach(this::countStock);
        await().until(() -> count(CHARGE).dead() == DECLINED);
        await().until(() -> count(PACK).reserved() >= RUNNING);
    }

    void pauseReturns() {
        tasks().topic(RETURN.group(), RETURN.topic()).pause();
    }

    private TaskCounts count(TopicName topic) {
        return tasks().topic(topic.group(), topic.topic()).count();
    }

    private void countStock(String town) {
        Duration period = Duration.ofMillis(1700L * town.length());
        tasks().addTask(Task.of(STOCK.group(), STOCK.topic())
                .id("stock-" + town.toLowerCase(Locale.ROOT))
                .payload(Map.of("town", town, "shelves", 40 * town.length()))
                .description("Count the stock in " + town)
                .delay(period)
                .repeat(Repeat.fixedRate(period))
                .build());
    }

    /** Returns the due time of the task with this number, with varying distances. */
    private static long wave(int number, int millisApart, int length) {
        return (long) (millisApart * (number + 0.45 * length * Math.sin(number / (double) length)));
    }

    private void add(TopicName topic, int tasks, IntFunction<Duration> delay) {
        tasks().addTasks(IntStream.rangeClosed(1, tasks)
                .mapToObj(number -> Task.of(topic.group(), topic.topic())
                        .id(topic.topic() + "-" + (7000 + number))
                        .payload(Map.of("order", 7000 + number, "customer", "C-" + (310 + number % 89)))
                        .headers(Map.of("source", "web-shop"))
                        .description("Order " + (7000 + number))
                        .tag("order", String.valueOf(7000 + number))
                        .delay(delay.apply(number))
                        .build())
                .toList());
    }

    @Override
    public void close() {
        for (TopicName topic : List.of(PICK, INVOICE, STOCK)) {
            tasks().topic(topic.group(), topic.topic()).removeTasks();
        }
        closingTime.countDown();
        engine.close();
    }
}
