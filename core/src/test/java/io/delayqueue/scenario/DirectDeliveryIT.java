package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** A lone instance gets due tasks with the push; of several instances, each gets its share by the signals. */
class DirectDeliveryIT {

    private static final int TASKS = 40;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Jedis jedis = engines.closing(server.connect());

    private DelayQueueEngine consumer(AtomicInteger runs) {
        return engines.start(engines.consuming((payload, context) -> runs.incrementAndGet(), 4));
    }

    /** One after the other, each due by itself. */
    private void deliver(DelayQueueEngine engine, int tasks, AtomicInteger... runs) {
        for (int i = 1; i <= tasks; i++) {
            int before = sum(runs);
            engine.service().addTask(engines.task(Duration.ofMillis(20)));
            await().pollInterval(Duration.ofMillis(2)).until(() -> sum(runs) == before + 1);
        }
    }

    private static int sum(AtomicInteger... runs) {
        int sum = 0;
        for (AtomicInteger each : runs) {
            sum += each.get();
        }
        return sum;
    }

    private int waits() {
        return Commands.count(server, "blpop");
    }

    @Test
    void oneInstanceIsHardlyEverSignalled() {
        AtomicInteger runs = new AtomicInteger();
        DelayQueueEngine engine = consumer(runs);
        deliver(engine, 1, runs);
        int before = waits();
        deliver(engine, TASKS, runs);
        assertThat(waits() - before).as("ends of waits for signals").isLessThan(TASKS / 2);
    }

    @Test
    void whoIsLeftAloneIsHardlyEverSignalledAgain() {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        DelayQueueEngine engine = consumer(first);
        DelayQueueEngine leaving = consumer(second);
        String others = engines.key("OTHERS");
        await().until(() -> jedis.exists(others));
        leaving.stop();
        await().until(() -> !jedis.exists(others));
        deliver(engine, 1, first, second);
        int before = waits();
        deliver(engine, TASKS, first, second);
        assertThat(waits() - before).as("ends of waits for signals").isLessThan(TASKS / 2);
    }

    @Test
    void oneInstanceHardlyEverWaitsForTheSignalsOfManyTopicsOneByOne() {
        AtomicInteger runs = new AtomicInteger();
        int topics = 400;
        List<String> names =
                IntStream.range(0, topics).mapToObj(i -> "topic-" + i).toList();
        DelayQueueEngine engine = engines.start(builder -> names.forEach(name ->
                builder.callback(engines.group(), name, Object.class, (payload, context) -> runs.incrementAndGet())));
        Instant due = Instant.now().plusSeconds(2);
        engine.service()
                .addTasks(names.stream()
                        .map(name -> Task.of(engines.group(), name).at(due).build())
                        .toList());
        int before = waits();
        await().until(() -> runs.get() == topics);
        assertThat(waits() - before).as("ends of waits for signals").isLessThan(topics / 2);
    }

    @Test
    void twoInstancesShareBySignals() {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        DelayQueueEngine engine = consumer(first);
        consumer(second);
        await().until(() -> jedis.exists(engines.key("OTHERS")));
        deliver(engine, TASKS, first, second);
        assertThat(first).hasValueGreaterThan(TASKS / 5);
        assertThat(second).hasValueGreaterThan(TASKS / 5);
    }
}
