package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskContext;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.consume.TopicWatch;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A topic whose callbacks all hang. */
class BlockedTopicIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final LogLines log = engines.closing(new LogLines(TopicWatch.class));

    private final Semaphore gate = new Semaphore(0);

    @AfterEach
    void close() {
        gate.release(100);
    }

    private void hang(Object payload, TaskContext context) throws InterruptedException {
        gate.acquire();
    }

    private DelayQueueEngine start() {
        return engines.start(
                engines.consuming(this::hang, 2).andThen(builder -> builder.blockedAfter(Duration.ofSeconds(1))));
    }

    private void add(DelayQueueEngine engine, String id) {
        engine.service().addTask(engines.builder().id(id).build());
    }

    @Test
    void slotsThatAreAllBusyShouldBeWarnedOfWithAStackOnceUntilACallbackEnds() {
        DelayQueueEngine engine = start();
        add(engine, "one");
        await().until(() -> TestEngines.status(engine).running() == 1);
        add(engine, "two");
        add(engine, "three");
        await().untilAsserted(() -> assertThat(log.with("is blocked here")).hasSize(1));
        assertThat(log.with("is blocked here").get(0))
                .startsWith("WARN " + engines.group() + "/t is blocked here: all 2 concurrency slots are busy")
                .contains("The callback of one, attempt 1, has run for");
        assertThat(log.stacks("is blocked here")).singleElement().asString().contains("BlockedTopicIT.hang");
        assertThat(TestEngines.status(engine).blocked()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        gate.release();
        await().until(() -> TestEngines.status(engine).blocked() == null);
        await().untilAsserted(() -> assertThat(log.with("is blocked here")).hasSize(2));
        gate.release(2);
        await().until(() -> TestEngines.status(engine).running() == 0);
        await().until(() -> TestEngines.status(engine).blocked() == null);
        assertThat(log.with("is blocked here")).hasSize(2);
    }

    @Test
    void topicWithAFreeSlotShouldLeaveNoLine() {
        DelayQueueEngine engine = start();
        add(engine, "one");
        Duration twice = Duration.ofSeconds(2);
        await().atMost(twice.multipliedBy(5))
                .during(twice)
                .until(() -> TestEngines.status(engine).running() == 1);
        assertThat(log.with("is blocked here")).isEmpty();
    }
}
