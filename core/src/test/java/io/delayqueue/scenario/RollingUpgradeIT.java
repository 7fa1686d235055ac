package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.FailedAttempt;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.store.Backend;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Instances of two versions of an application: payloads that the old classes cannot read go to an instance that may read them. */
class RollingUpgradeIT {

    enum OldColour {
        RED
    }

    enum NewColour {
        RED,
        BLUE
    }

    record OldPaint(OldColour colour) {}

    record NewPaint(NewColour colour) {}

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Queue<String> delivered = new ConcurrentLinkedQueue<>();

    /** Adds, and never consumes. */
    private final DelayQueueEngine adder = engines.build();

    private final Backend store = engines.backend();

    private DelayQueueEngine start(Class<?> payload) {
        TaskCallback<?> callback = (paint, context) -> delivered.add(context.id());
        DelayQueueEngine engine = engines.start(builder -> builder.callback(new TopicCallback(
                new TopicName(engines.group(), TestEngines.TOPIC), payload, callback, TopicOptions.DEFAULT, "test")));
        await().until(() -> adder.inspector().instances(engines.group()).stream()
                .filter(info -> !info.topics().isEmpty())
                .map(InstanceInfo::instance)
                .anyMatch(engine.instance()::equals));
        return engine;
    }

    /** Stores the heartbeat of an instance that consumes a topic and takes no tasks. */
    private void heartbeat(String topic) {
        engines.closing(store);
        store.instances()
                .heartbeat(engines.group(), "busy", "{\"topicCount\":1,\"topics\":[[\"" + topic + "\",1,1,9]]}");
    }

    private void add(String id) {
        engines.add(
                adder,
                engines.builder().id(id).payload(Map.of("colour", "BLUE")).maxAttempts(1));
    }

    private TaskInfo find(String id) {
        return engines.find(adder, id).orElseThrow();
    }

    private TaskInfo awaitDead(String id) {
        await().until(() -> find(id).state() == TaskState.DEAD);
        return find(id);
    }

    @Test
    void payloadsOfTheNewVersionShouldBeRunByIt() {
        start(OldPaint.class);
        start(NewPaint.class);
        List<String> ids = IntStream.range(0, 20).mapToObj(i -> "a" + i).toList();
        ids.forEach(id -> {
            add(id);
            await().until(() -> delivered.contains(id));
        });
        assertThat(delivered).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void taskGivenBackBeforeAStopShouldBeRunByTheNextInstance() {
        heartbeat(TestEngines.TOPIC);
        DelayQueueEngine old = start(OldPaint.class);
        add("a");
        await().until(() -> !find("a").failedAttempts().isEmpty());
        old.stop();
        TaskInfo waiting = find("a");
        assertThat(waiting.state()).isIn(TaskState.DELAYED, TaskState.READY);
        assertThat(waiting.failedAttempts()).allSatisfy(attempt -> {
            assertThat(attempt.type()).isEqualTo(UnreadableTaskException.class.getName());
            assertThat(attempt.instance()).isEqualTo(old.instance());
        });
        start(NewPaint.class);
        await().until(() -> delivered.contains("a"));
        await().until(() -> engines.find(adder, "a").isEmpty());
    }

    @Test
    void taskThatNoInstanceCanReadShouldBeBuriedOnceEachHasTried() {
        DelayQueueEngine one = start(OldPaint.class);
        DelayQueueEngine two = start(OldPaint.class);
        add("a");
        TaskInfo dead = awaitDead("a");
        assertThat(dead.failedAttempts())
                .hasSizeBetween(2, 4)
                .extracting(FailedAttempt::instance)
                .containsAnyOf(one.instance(), two.instance());
        assertThat(dead.attempts()).isEqualTo(dead.failedAttempts().size());
    }

    @Test
    void taskThatOtherInstancesDoNotTakeShouldBeBuriedInTheEnd() {
        heartbeat(TestEngines.TOPIC);
        start(OldPaint.class);
        add("a");
        assertThat(awaitDead("a").failedAttempts())
                .hasSize(4)
                .extracting(FailedAttempt::attempt)
                .containsExactly(4, 3, 2, 1);
    }

    @Test
    void requeuedTaskShouldBeGivenBackAgain() {
        start(OldPaint.class);
        add("a");
        assertThat(awaitDead("a").failedAttempts()).hasSize(1);
        start(NewPaint.class);
        engines.topic(adder).requeueDeadLetters();
        await().until(() -> delivered.contains("a"));
    }

    @Test
    void taskShouldBeBuriedAtOnceIfNoOtherInstanceConsumesItsTopic() {
        heartbeat("other");
        start(OldPaint.class);
        add("a");
        assertThat(awaitDead("a").failedAttempts()).hasSize(1);
    }
}
