package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operations on a whole topic while engines consume it: pause, count, list, requeue, purge; and priorities. */
class TopicsIT {

    private static final int UNHELD = 50;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    private final CountDownLatch gate = new CountDownLatch(1);

    private final CountDownLatch began = new CountDownLatch(1);

    /** Holds all callbacks after the first {@link #UNHELD} until it is opened. */
    private volatile CountDownLatch brake = new CountDownLatch(0);

    @AfterEach
    void close() {
        gate.countDown();
        brake.countDown();
    }

    private DelayQueueEngine start(int concurrency) {
        return engines.startSubscribed(engines.consuming(
                (payload, context) -> {
                    ledger.call("", context);
                    if (ledger.size() > UNHELD) {
                        assertThat(brake.await(30, TimeUnit.SECONDS)).isTrue();
                    }
                    if (context.id().equals("hold")) {
                        began.countDown();
                        assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
                    }
                    if (context.id().startsWith("dead")) {
                        throw new RejectTaskException("no");
                    }
                },
                concurrency));
    }

    private void add(DelayQueueEngine engine, Task task) {
        ledger.added(engine.service().addTask(task).id());
    }

    private void addDead(DelayQueueEngine engine, int number) {
        IntStream.range(0, number)
                .mapToObj(i -> engines.builder().id("dead" + i).payload(i).build())
                .forEach(task -> add(engine, task));
        await().until(() -> engines.topic(engine).count().dead() == number);
    }

    @Test
    void aPausedTopicRestsInEveryInstanceAndResumesWithEachTaskOnce() throws InterruptedException {
        brake = new CountDownLatch(1);
        List<DelayQueueEngine> both = List.of(start(2), start(2));
        TestEngines.awaitSubscriptions(server, 2);
        TopicOperations topic = engines.topic(both.get(0));
        add(both.get(0), engines.builder().id("hold").build());
        assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 500; i++) {
            add(both.get(i % 2), engines.task(Duration.ofMillis(i % 300)));
        }
        await().until(() -> ledger.size() > UNHELD);
        assertThat(topic.pause()).isTrue();
        assertThat(engines.topic(both.get(1)).pause()).isFalse();
        brake.countDown();
        // The one that runs goes on; what has not begun is given back.
        await().until(() -> topic.count().reserved() == 1 && topic.count().delayed() == 0);
        int paused = ledger.size();
        assertThat(paused).isLessThan(500);
        for (int i = 0; i < 20; i++) {
            add(both.get(i % 2), engines.task(Duration.ZERO));
        }
        await().until(() -> topic.count().ready() == 521 - paused);
        await().during(Duration.ofMillis(1_500)).until(() -> ledger.size() == paused);
        gate.countDown();
        await().until(() -> topic.count().reserved() == 0);
        assertThat(engines.find(both.get(0), "hold")).isEmpty();
        assertThat(topic.count().paused()).isTrue();

        assertThat(engines.topic(both.get(1)).resume()).isTrue();
        assertThat(topic.resume()).isFalse();
        await().until(() -> topic.count().total() == 0);
        ledger.assertEachRanOnce();
        assertThat(ledger.size()).isEqualTo(521);
    }

    @Test
    void stepsGoOnWhereTheLastOneEnded() {
        DelayQueueEngine engine = start(4);
        addDead(engine, 600);
        engines.topic(engine).pause();
        TopicStep first = engines.topic(engine).requeueDeadLetters(null);
        assertThat(first.tasks()).isEqualTo(500);
        assertThat(first.next()).isNotNull();
        assertThat(engines.topic(engine).count().ready()).isEqualTo(500);
        assertThat(engines.topic(engine).purgeDeadLetters(null)).isEqualTo(new TopicStep(100, null));
        assertThat(engines.topic(engine).requeueDeadLetters(first.next())).isEqualTo(new TopicStep(0, null));
        int removed = 0;
        String next = null;
        do {
            TopicStep step = engines.topic(engine).removeTasks(next);
            removed += step.tasks();
            next = step.next();
        } while (next != null);
        assertThat(removed).isEqualTo(500);
        assertThat(engines.topic(engine).count().total()).isZero();
    }
}
