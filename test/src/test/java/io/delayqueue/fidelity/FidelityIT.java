package io.delayqueue.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the same random scenario on the kit's queue and on an engine with threads on Redis: each task must have the same
 * history.
 */
class FidelityIT {

    private static final Duration SOON = Duration.ofDays(1);

    private final String group = "g" + UUID.randomUUID();

    static LongStream seeds() {
        return LongStream.of(1, 2, new Random().nextLong(1L << 32));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyTaskGoesThroughTheSameAsWithThreadsOnRedis(long seed) {
        Map<String, List<String>> virtual = inVirtualTime(seed);
        assertThat(virtual).isEqualTo(onRedis(seed));
        assertThat(virtual.get("order")).hasSizeGreaterThan(2);
        assertThat(virtual.values().stream().map(history -> history.get(history.size() - 1)))
                .anyMatch("gone"::equals)
                .anyMatch(left -> left.startsWith("DEAD"))
                .anyMatch(left -> left.startsWith("DELAYED"));
    }

    private Map<String, List<String>> onRedis(long seed) {
        RedisServer redis = RedisServer.shared();
        AtomicReference<DelayQueueService> service = new AtomicReference<>();
        Journal journal = new Journal(group, service::get);
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()));
        journal.callbacks(builder);
        try (DelayQueueEngine engine = builder.build()) {
            service.set(engine.service());
            engine.start();
            Scenario scenario = new Scenario(engine.service(), group, seed);
            scenario.begin();
            await().until(() -> isQuiet(engine.service(), engine.inspector().storeTime(group)));
            scenario.goOn();
            await().until(() -> isQuiet(engine.service(), engine.inspector().storeTime(group)));
            return journal.histories();
        }
    }

    private Map<String, List<String>> inVirtualTime(long seed) {
        AtomicReference<DelayQueueService> service = new AtomicReference<>();
        Journal journal = new Journal(group, service::get);
        try (DelayQueueTestKit kit = DelayQueueTestKit.create(journal::callbacks)) {
            service.set(kit.service());
            Scenario scenario = new Scenario(kit.service(), group, seed);
            scenario.begin();
            kit.advance(Duration.ofMinutes(1));
            assertThat(isQuiet(kit.service(), kit.now())).isTrue();
            scenario.goOn();
            kit.advance(Duration.ofMinutes(1));
            assertThat(isQuiet(kit.service(), kit.now())).isTrue();
            return journal.histories();
        }
    }

    /**
     * Whether no task runs, is due soon, or is ready in a topic that is not paused. Counted atomically, because a task may
     * change its state.
     */
    private boolean isQuiet(DelayQueueService service, Instant now) {
        long far = Scenario.TOPICS.stream()
                .flatMap(topic -> service.topic(group, topic).list(TaskState.DELAYED, null, 500).tasks().stream())
                .filter(task -> task.dueAt().isAfter(now.plus(SOON)))
                .count();
        List<TaskCounts> counts = service.countTasks(group, Scenario.TOPICS);
        return counts.stream().mapToLong(TaskCounts::delayed).sum() == far
                && counts.stream().allMatch(topic -> topic.reserved() == 0 && (topic.ready() == 0 || topic.paused()));
    }
}
