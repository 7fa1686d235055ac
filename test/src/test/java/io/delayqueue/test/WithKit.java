package io.delayqueue.test;

import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Kit whose topic {@code g/t} records its calls and their times. */
abstract class WithKit {

    static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    static final Duration LEASE = Duration.ofSeconds(30);

    final DelayQueueTestKit kit;

    /** Recorded calls with the seconds since the start. */
    final List<String> log = new ArrayList<>();

    WithKit() {
        this(DelayQueueTestKit.builder());
    }

    WithKit(DelayQueueTestKitBuilder builder) {
        kit = builder.startAt(START).build();
    }

    @AfterEach
    void close() {
        kit.close();
    }

    final void log(String what) {
        log.add(what + "@" + seconds(kit.now()));
    }

    static String seconds(Instant at) {
        return Duration.between(START, at).toMillis() / 1000.0 + "s";
    }

    final void on(TaskCallback<String> callback) {
        kit.on("g", "t", String.class, callback);
    }

    final void on(String topic, int concurrency, TaskCallback<String> callback) {
        kit.queue()
                .on(
                        "g",
                        topic,
                        String.class,
                        callback,
                        TopicOptions.builder().concurrency(concurrency).build());
    }

    final TaskBuilder task(String id) {
        return task("t", id);
    }

    final TaskBuilder task(String topic, String id) {
        return Task.of("g", topic).id(id).payload(id);
    }

    final void add(TaskBuilder task) {
        kit.service().addTask(task.build());
    }

    final List<Outcome> outcomes() {
        return kit.deliveries().stream().map(TestDelivery::outcome).toList();
    }

    /** Returns the deliveries: id, attempt, time, outcome. */
    final List<String> history() {
        return kit.deliveries().stream()
                .map(each -> each.id() + "#" + each.attempt() + "@" + seconds(each.at()) + " " + each.outcome())
                .toList();
    }
}
