package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.registry.UnregisteredTopics;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** Costs of counts and forecasts for the server, whatever there is to count. */
class CountCostIT {

    private static final List<Duration> WINDOWS = TopicForecast.DEFAULT_WINDOWS;

    /** The sorted sets of a topic that are counted, with that of the tasks that are being retried. */
    private static final int ZCARDS = 7;

    /** One for each window, and one for now. */
    private static final int ZCOUNTS = WINDOWS.size() + 1;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final LogLines log = engines.closing(new LogLines(UnregisteredTopics.class));

    private final DelayQueueEngine engine = engines.build();

    private final DelayQueueService service = engine.service();

    private final DelayQueueInspector inspector = engine.inspector();

    @Test
    void countsOfManyTopicsAreStepsOfAFewCommandsATopic() {
        int topics = 1_000;
        service.addTasks(IntStream.range(0, topics)
                .mapToObj(i -> Task.of(engines.group(), "t" + i)
                        .delay(Duration.ofHours(1))
                        .build())
                .toList());
        awaitUnregistered(topics);
        assertSteps(topics, 1, () -> service.countTasks(engines.group()));
        assertSteps(topics, ZCOUNTS, () -> inspector.forecast(engines.group(), WINDOWS));
    }

    private void assertSteps(int topics, int zcounts, Supplier<List<?>> work) {
        // The script may be new to the server.
        work.get();
        int steps = topics / TopicStore.MAX_COUNTED;
        Map<String, Integer> commands = commands(() -> assertThat(work.get()).hasSize(topics));
        int parts = commands.get("zscan");
        assertThat(parts).as("for the names").isBetween(1, topics / 100);
        assertThat(commands)
                .isEqualTo(Map.of(
                        "evalsha",
                        steps,
                        "zscan",
                        parts,
                        "hmget",
                        steps,
                        "time",
                        steps,
                        "zcard",
                        ZCARDS * topics,
                        "zcount",
                        zcounts * topics));
    }

    @Test
    void forecastOfATopicShouldCostTheSameWithOneTaskAndWithAMillion() {
        List<String> topic = List.of(TestEngines.TOPIC);
        add(1);
        // The script may be new to the server.
        inspector.forecast(engines.group(), topic, WINDOWS);
        Map<String, Integer> one = commands(() -> inspector.forecast(engines.group(), topic, WINDOWS));
        assertThat(one).isEqualTo(Map.of("evalsha", 1, "hmget", 1, "time", 1, "zcard", ZCARDS, "zcount", ZCOUNTS));
        fill(1_000);
        assertThat(inspector.forecast(engines.group(), topic, WINDOWS))
                .singleElement()
                .satisfies(forecast -> {
                    assertThat(forecast.counts().delayed()).isEqualTo(1_000_001);
                    assertThat(forecast.due())
                            .last()
                            .extracting(DueTasks::tasks, as(LONG))
                            .isGreaterThan(600_000);
                });
        assertThat(commands(() -> inspector.forecast(engines.group(), topic, WINDOWS)))
                .isEqualTo(one);
    }

    @Test
    void topicsWithoutDelayedTasksShouldCostNoCountOfAWindow() {
        List<String> names = Collections.nCopies(TopicStore.MAX_COUNTED, "none");
        inspector.forecast(engines.group(), names, WINDOWS);
        assertThat(commands(() -> inspector.forecast(engines.group(), names, WINDOWS)))
                .isEqualTo(Map.of("evalsha", 1, "hmget", 1, "time", 1, "zcard", ZCARDS * TopicStore.MAX_COUNTED));
        assertThat(commands(() -> inspector.forecast(engines.group(), List.of(), WINDOWS)))
                .isEmpty();
    }

    @Test
    void topicsOfSeveralGroupsShouldShareACallUpToItsMaximum() {
        Map<String, List<String>> topics = new LinkedHashMap<>();
        topics.put(engines.group() + "-first", Collections.nCopies(150, "none"));
        topics.put(engines.group() + "-empty", List.of());
        topics.put(engines.group(), Collections.nCopies(260, "none"));
        inspector.forecast(topics, WINDOWS);
        assertThat(commands(
                        () -> assertThat(inspector.forecast(topics, WINDOWS)).hasSize(410)))
                .containsEntry("evalsha", 3)
                .containsEntry("zcard", ZCARDS * 410);
        assertThat(commands(() -> inspector.forecast(Map.of(), WINDOWS))).isEmpty();
    }

    @Test
    void lookForEmptyTopicsGoesThroughThemInParts() {
        try (Jedis jedis = server.connect();
                Backend backend = engines.backend()) {
            String key = engines.key("TOPICS");
            for (int i = 0; i < 5_000; i++) {
                jedis.zadd(key, Double.POSITIVE_INFINITY, "t" + i);
                jedis.zadd(engines.key("WAITING:t") + i, i, "a");
            }
            Map<String, Integer> commands =
                    commands(() -> assertThat(backend.topics().forgetEmpty(engines.group(), List.of()))
                            .isZero());
            assertThat(commands).doesNotContainKeys("zrange", "keys");
            assertThat(commands.get("zscan")).isGreaterThanOrEqualTo(5);
        }
    }

    /** Writes ids of delayed tasks only: forecasts do not read more. None falls due while they are written, which may take a minute. */
    private void fill(int thousands) {
        try (Jedis jedis = server.connect()) {
            for (int i = 0; i < thousands; i++) {
                jedis.eval(
                        """
                        local first = redis.call('TIME')[1] * 1000 + 3600000
                        for i = ARGV[1], ARGV[1] + 999 do
                          redis.call('ZADD', KEYS[1], first + i * 1000, 'task-' .. i)
                        end
                        """, List.of(engines.key("WAITING:" + TestEngines.TOPIC)), List.of(String.valueOf(i * 1_000)));
            }
        }
    }

    private void add(int number) {
        List<Task> tasks = engines.tasks(number, Duration.ofHours(1));
        service.addTasks(tasks);
        awaitUnregistered(1);
    }

    /** Waits until the engine has recorded the unregistered topics and logged the first 100, on another thread. */
    private void awaitUnregistered(int topics) {
        await().until(() -> engine.status().unregistered().size() == topics
                && log.with("A task was added").size() == Math.min(topics, 100));
    }

    private Map<String, Integer> commands(Runnable work) {
        try (Jedis jedis = server.connect()) {
            jedis.configResetStat();
        }
        work.run();
        Map<String, Integer> counts = new TreeMap<>(Commands.counts(server));
        counts.keySet().removeIf(command -> command.contains("|") || command.equals("info"));
        return counts;
    }
}
