package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.delayqueue.Callback;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.PayloadReport;
import io.delayqueue.monitor.TopicPayloads;
import io.delayqueue.monitor.UnreadablePayload;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dry runs of an engine whose types differ from what was added. */
class PayloadCheckIT {

    private static final Duration LONG = Duration.ofMinutes(1);

    record Order(int number) {}

    /** Fails in its constructor, which belongs to the application. */
    record Odd(String text) {
        @JsonCreator
        Odd {
            if (text.equals("deep")) {
                throw new StackOverflowError("for the test");
            }
        }
    }

    /** Carried by tasks. */
    public record Mail(int number) implements Callback {
        @Override
        public void call() {
            throw new AssertionError("a check calls no callback");
        }
    }

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final String group = engines.group();

    private final Backend store = engines.backend();

    private final DelayQueueEngine adder =
            engines.build(store, builder -> builder.allowCallbacks(List.of(Mail.class.getName())));

    private final TopicName topic = new TopicName(group, TestEngines.TOPIC);

    @BeforeEach
    void register() {
        adder.register().registerTopic(group, TestEngines.TOPIC);
    }

    private Consumer<DelayQueueEngineBuilder> callback(String name, Class<?> payload) {
        return builder -> builder.callback(new TopicCallback(
                new TopicName(group, name),
                payload,
                (read, context) -> {
                    throw new AssertionError("a check calls no callback");
                },
                TopicOptions.DEFAULT,
                "test"));
    }

    private void add(String name, String id, Object payload, Duration delay) {
        engines.add(adder, Task.of(group, name).id(id).payload(payload).delay(delay));
    }

    private void add(String id, Object payload) {
        add(TestEngines.TOPIC, id, payload, Duration.ofHours(1));
    }

    private PayloadReport check(Consumer<DelayQueueEngineBuilder> options) {
        return engines.build(options).inspector().checkPayloads(group, LONG);
    }

    private static TopicPayloads only(PayloadReport report) {
        assertThat(report.topics()).hasSize(1);
        return report.topics().get(0);
    }

    private void makeReady(String id) {
        await().until(() -> {
            store.tasks().push(group, "pusher", List.of(), ExpectedTime.NONE);
            return adder.service().findTask(group, id).orElseThrow().state() == TaskState.READY;
        });
    }

    /** Adds a task that is ready, and reserves it. */
    private Delivery reserve(String id) {
        add(TestEngines.TOPIC, id, "no order", Duration.ZERO);
        makeReady(id);
        List<ReservedTask> tasks =
                store.tasks().reserve(topic, "i", Duration.ofMinutes(5), 1).tasks();
        return tasks.get(0).delivery();
    }

    @Test
    void unreadableTasksOfEachStateShouldBeCounted() {
        store.tasks().acknowledge(group, List.of(new Outcome.Dead(reserve("dead"), "{}")));
        reserve("reserved");
        add(TestEngines.TOPIC, "ready", "no order", Duration.ZERO);
        makeReady("ready");
        add("delayed", "no order");
        add("good", new Order(7));
        add("later", Map.of("number", 8, "addedLater", true));
        PayloadReport report = check(callback(TestEngines.TOPIC, Order.class));
        TopicPayloads found = only(report);
        assertThat(found.tasks()).isEqualTo(6);
        assertThat(found.unreadable()).isEqualTo(4);
        assertThat(found.complete()).isTrue();
        assertThat(found.first())
                .extracting(UnreadablePayload::id, UnreadablePayload::state)
                .containsExactly(
                        tuple("delayed", TaskState.DELAYED),
                        tuple("ready", TaskState.READY),
                        tuple("reserved", TaskState.RESERVED),
                        tuple("dead", TaskState.DEAD));
        assertThat(found.first().get(0).reason())
                .startsWith("The payload does not fit " + Order.class.getName())
                .hasSizeLessThanOrEqualTo(UnreadablePayload.MAX_REASON);
        assertThat(report.isClean()).isFalse();
        assertThat(report.group()).isEqualTo(group);
        assertThat(adder.service().findTask(group, "delayed").orElseThrow().failedAttempts())
                .as("a check changes nothing")
                .isEmpty();
    }

    @Test
    void manyTasksShouldBeReadAndTheFirstListed() {
        adder.service()
                .addTasks(IntStream.range(0, 1_234)
                        .mapToObj(i -> Task.of(group, TestEngines.TOPIC)
                                .payload(i % 2 == 0 ? new Order(i) : "x".repeat(2_000))
                                .delay(Duration.ofHours(1))
                                .build())
                        .toList());
        TopicPayloads found = only(check(callback(TestEngines.TOPIC, Order.class)));
        assertThat(found.tasks()).isEqualTo(1_234);
        assertThat(found.unreadable()).isEqualTo(617);
        assertThat(found.first()).hasSize(TopicPayloads.MAX_FIRST);
    }

    @Test
    void topicsOfOtherApplicationsShouldBeSkipped() {
        add("theirs", "a", "text", Duration.ofHours(1));
        PayloadReport report = check(callback(TestEngines.TOPIC, Order.class));
        assertThat(only(report)).isEqualTo(new TopicPayloads(TestEngines.TOPIC, 0, 0, true, List.of()));
        assertThat(report.skipped()).containsExactly("theirs");
        assertThat(report.isClean()).isTrue();
    }

    @Test
    void callbacksCarriedByTasksShouldBeReadAndNotCalled() {
        engines.add(adder, engines.builder().id("mail").callback(Mail.class, 3).delay(Duration.ofHours(1)));
        add("payload", new Order(1));
        add("theirs", "a", "text", Duration.ofHours(1));
        PayloadReport allowed = check(builder -> builder.allowCallbacks(List.of(Mail.class.getName())));
        assertThat(only(allowed)).isEqualTo(new TopicPayloads(TestEngines.TOPIC, 1, 0, true, List.of()));
        assertThat(allowed.skipped()).containsExactly(TestEngines.TOPIC, "theirs");
        TopicPayloads refused = only(check(callback(TestEngines.TOPIC, Order.class)));
        assertThat(refused.tasks()).isEqualTo(2);
        assertThat(refused.first()).singleElement().satisfies(task -> {
            assertThat(task.id()).isEqualTo("mail");
            assertThat(task.reason()).isEqualTo("The callback class " + Mail.class.getName() + " is not allowed here");
        });
    }

    @Test
    void taskThatIsNoJsonShouldBeUnreadable() {
        add("a", new Order(1));
        engines.server().client().hset("{" + group + "}:DETAIL", "a", "no JSON");
        assertThat(only(check(callback(TestEngines.TOPIC, Order.class))).first())
                .extracting(UnreadablePayload::reason)
                .singleElement()
                .asString()
                .startsWith("The task's JSON cannot be read");
    }

    @Test
    void errorsOfTheApplicationsClassesShouldBeReasons() {
        add("a", Map.of("text", "deep"));
        add("b", new Odd("well"));
        TopicPayloads found = only(check(callback(TestEngines.TOPIC, Odd.class)));
        assertThat(found.tasks()).isEqualTo(2);
        assertThat(found.first()).extracting(UnreadablePayload::id).containsExactly("a");
    }

    @Test
    void topicsAfterTheTimeShouldNotBeComplete() {
        add("a", new Odd("well"));
        PayloadReport report = engines.build(callback(TestEngines.TOPIC, Slow.class))
                .inspector()
                .checkPayloads(group, Duration.ofMillis(1));
        assertThat(only(report).complete()).isFalse();
        assertThat(report.isClean()).isFalse();
    }

    /** Takes longer to read than a check may last. */
    record Slow(String text) {
        @JsonCreator
        Slow {
            long end = System.nanoTime() + 2_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }
}
