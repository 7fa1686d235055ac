package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis is full now and then, under load: adds fail loudly, and what was confirmed runs all the same. */
@Tag(Chaos.TAG)
class FullMemoryIT {

    private static final int ROUNDS = Chaos.scaled(3, 10);

    @RegisterExtension
    private final TestEngines engines = TestEngines.on(
            RedisServer.builder().config("maxmemory-policy noeviction").start());

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger(StoreClock.of(server));

    @Test
    void addsFailLoudlyAndConsumingGoesOn() {
        DelayQueueEngine engine = engines.start(engines.consuming(ledger, 4));
        try (Load load = new Load(
                engine.service(),
                () -> engines.task(Duration.ofMillis(500)),
                ledger,
                TaskStoreException.class,
                () -> true)) {
            for (int round = 0; round < ROUNDS; round++) {
                load.awaitMore(200);
                int refused = load.unconfirmed();
                limit("1");
                await().until(() -> load.unconfirmed() > refused + 20);
                await().untilAsserted(() -> assertThat(ledger.lost()).isEmpty());
                limit("0");
            }
            load.awaitMore(200);
            assertThat(load.failures())
                    .allMatch(TaskStoreRefusalException.class::isInstance)
                    .allMatch(failure -> failure.getMessage().contains("OOM"));
        }
        await().until(() -> ledger.lost().isEmpty());
        ledger.conclude("full memory", ROUNDS, 0);
    }

    @Test
    void topicIsPausedAndResumedWhileMemoryIsFull() {
        DelayQueueEngine engine = engines.start(engines.consuming(ledger, 4));
        TopicOperations topic = engines.topic(engine);
        limit("1");
        topic.pause();
        assertThat(topic.count().paused()).isTrue();
        topic.resume();
        assertThat(topic.count().paused()).isFalse();

        topic.pause();
        limit("0");
        ledger.added(engine.service().addTask(engines.task(Duration.ZERO)));
        await().until(() -> topic.count().ready() == 1);
        limit("1");
        topic.resume();
        await().until(() -> ledger.lost().isEmpty());
    }

    @Test
    void tasksAreRetriedAndListedWhileMemoryIsFull() {
        CountDownLatch failed = new CountDownLatch(3);
        AtomicBoolean fails = new AtomicBoolean(true);
        DelayQueueEngine engine = engines.start(engines.consuming(
                (payload, context) -> {
                    if (fails.get()) {
                        failed.countDown();
                        throw new RetryTaskException(Duration.ofMillis(300), "not yet");
                    }
                },
                1));
        TopicOperations topic = engines.topic(engine);
        topic.pause();
        engine.service().addTask(engines.task(Duration.ZERO));
        limit("1");
        topic.resume();
        await().until(() -> failed.getCount() == 0);
        await().until(() -> topic.count().retrying() == 1);
        assertThat(engine.inspector()
                        .retrying(new TopicName(engines.group(), TestEngines.TOPIC), null, 10)
                        .tasks())
                .hasSize(1);
        fails.set(false);
        await().until(() -> topic.count().total() == 0);
        assertThat(topic.count().retrying()).isZero();
    }

    private void limit(String bytes) {
        server.client().configSet("maxmemory", bytes);
    }
}
