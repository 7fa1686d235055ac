package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.BatchCallback;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TaskWait.Reason;
import io.delayqueue.redis.GroupAudit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reasons for which tasks wait that keys and batches give, on Redis. */
class WaitReasonsIT {

    private static final Duration LONG = Duration.ofHours(1);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);

    private final CountDownLatch end = new CountDownLatch(1);

    private DelayQueueEngine engine;

    private void add(String id) {
        engine.service().addTask(engines.builder().id(id).build());
    }

    private void addOfTheKey(String id) {
        engine.service().addTask(engines.builder().id(id).key("customer-42").build());
        engines.awaitState(engine, id, id.equals("a") ? TaskState.RESERVED : TaskState.READY);
    }

    private Optional<TaskWait> why(String id) {
        return engine.inspector().whyWaiting(engines.group(), id);
    }

    private void awaitNothingLeft() {
        await().untilAsserted(() -> new GroupAudit(engines.server().client(), engines.group()).checkNothingLeft());
    }

    @Test
    void fewerTasksThanABatchNeedsShouldWaitForItsTime() {
        TopicOptions options =
                TopicOptions.builder().batch(new BatchOptions(10, 3, LONG)).build();
        BatchCallback<Object> callback = (tasks, context) -> {};
        engine = engines.start(
                builder -> builder.callback(new TopicCallback(topic, Object.class, callback, options, "test")));
        add("a");
        engines.awaitState(engine, "a", TaskState.READY);
        Instant first = engines.find(engine, "a").orElseThrow().dueAt();
        add("b");
        engines.awaitState(engine, "b", TaskState.READY);
        TaskWait batch = TaskWait.until(Reason.BATCH, first.plus(LONG));
        assertThat(why("a")).contains(batch);
        assertThat(why("b")).contains(batch);
        assertThat(engine.inspector().whyWaiting(topic)).contains(batch);
        add("c");
        awaitNothingLeft();
    }

    @Test
    void dueTaskThatNoInstancePushesShouldHaveTheReasonOfItsTopic() {
        engine = engines.build(engines.consuming((payload, context) -> {}, 1));
        add("a");
        await().until(() -> why("a").orElseThrow().reason() != Reason.NOT_DUE);
        assertThat(engines.find(engine, "a").orElseThrow().state()).isEqualTo(TaskState.DELAYED);
        assertThat(why("a")).contains(TaskWait.until(Reason.NO_CONSUMER, null));
        engine.start();
        awaitNothingLeft();
    }

    @Test
    void taskOfADrainedConsumerShouldWaitForTheEndOfTheDrain() {
        engine = engines.start(engines.consuming((payload, context) -> {}, 1));
        await().until(() -> engine.inspector().whyWaiting(topic).isEmpty());
        engine.drain();
        await().until(() -> engine.inspector().whyWaiting(topic).isPresent());
        add("a");
        engines.awaitState(engine, "a", TaskState.READY);
        assertThat(why("a")).contains(TaskWait.until(Reason.DRAINED, null));
        engine.undrain();
        awaitNothingLeft();
    }

    @Test
    void taskBehindOthersOfItsKeyShouldWaitForTheirIds() {
        engine = engines.start(engines.consuming((payload, context) -> end.await(), 4));
        addOfTheKey("a");
        addOfTheKey("b");
        addOfTheKey("c");
        assertThat(why("a")).isEmpty();
        TaskWait key = new TaskWait(Reason.KEY, null, null, List.of("a"), 0);
        assertThat(why("b")).contains(key);
        assertThat(why("c")).contains(key);
        assertThat(engine.inspector().whyWaiting(topic)).contains(key);
        end.countDown();
        awaitNothingLeft();
    }
}
