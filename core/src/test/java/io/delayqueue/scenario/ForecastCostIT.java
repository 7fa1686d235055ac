package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** Costs of forecasts for the server, whatever falls due. */
class ForecastCostIT {

    private static final List<Duration> WINDOWS = TopicForecast.DEFAULT_WINDOWS;

    /** One for each window, and one for now. */
    private static final int ZCOUNTS = WINDOWS.size() + 1;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final DelayQueueEngine engine = engines.build();

    private final DelayQueueInspector inspector = engine.inspector();

    /** To registered topics: another thread records others. */
    private void add(int number, String prefix) {
        IntStream.range(0, prefix.isEmpty() ? 1 : number).forEach(i -> engine.register()
                .registerTopic(engines.group(), prefix.isEmpty() ? TestEngines.TOPIC : prefix + i));
        engine.service()
                .addTasks(IntStream.range(0, number)
                        .mapToObj(i -> Task.of(engines.group(), prefix.isEmpty() ? TestEngines.TOPIC : prefix + i)
                                .delay(Duration.ofMinutes(10 + i % 1_000))
                                .build())
                        .toList());
    }

    /** Writes ids of delayed tasks only: forecasts do not read more. */
    private void fill(int thousands) {
        try (Jedis jedis = new Jedis(server.hostAndPort())) {
            for (int i = 0; i < thousands; i++) {
                jedis.eval(
                        """
                        local first = redis.call('TIME')[1] * 1000 + 60000
                        for i = ARGV[1], ARGV[1] + 999 do
                          redis.call('ZADD', KEYS[1], first + i * 1000, 'task-' .. i)
                        end
                        """,
                        List.of("{" + engines.group() + "}:WAITING:" + TestEngines.TOPIC),
                        List.of(String.valueOf(i * 1_000)));
            }
        }
    }

    private Map<String, Integer> commands(Runnable work) {
        try (Jedis jedis = new Jedis(server.hostAndPort())) {
            jedis.configResetStat();
        }
        work.run();
        Map<String, Integer> counts = new TreeMap<>(Commands.counts(server));
        counts.keySet().removeIf(command -> command.contains("|") || command.equals("info"));
        return counts;
    }

    @Test
    void forecastOfATopicShouldCostTheSameWithOneTaskAndWithAMillion() {
        List<String> topic = List.of(TestEngines.TOPIC);
        add(1, "");
        // The script may be new to the server.
        inspector.forecast(engines.group(), topic, WINDOWS);
        Map<String, Integer> one = commands(() -> inspector.forecast(engines.group(), topic, WINDOWS));
        assertThat(one).isEqualTo(Map.of("evalsha", 1, "smismember", 1, "time", 1, "zcard", 6, "zcount", ZCOUNTS));
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
    void forecastOfManyTopicsShouldBeStepsOfAFewCommandsATopicAndWindow() {
        int topics = 1_000;
        add(topics, "t");
        inspector.forecast(engines.group(), WINDOWS);
        int steps = topics / TopicStore.MAX_COUNTED;
        Map<String, Integer> commands = commands(
                () -> assertThat(inspector.forecast(engines.group(), WINDOWS)).hasSize(topics));
        int parts = commands.get("zscan");
        assertThat(parts).as("for the names").isBetween(1, topics / 100);
        assertThat(commands)
                .isEqualTo(Map.of(
                        "evalsha",
                        steps + parts,
                        "zscan",
                        parts,
                        "smismember",
                        steps,
                        "time",
                        steps,
                        "zcard",
                        6 * topics,
                        "zcount",
                        ZCOUNTS * topics));
    }

    @Test
    void topicsWithoutDelayedTasksShouldCostNoCountOfAWindow() {
        List<String> names = Collections.nCopies(TopicStore.MAX_COUNTED, "none");
        inspector.forecast(engines.group(), names, WINDOWS);
        assertThat(commands(() -> inspector.forecast(engines.group(), names, WINDOWS)))
                .isEqualTo(Map.of("evalsha", 1, "smismember", 1, "time", 1, "zcard", 6 * TopicStore.MAX_COUNTED));
        assertThat(commands(() -> inspector.forecast(engines.group(), List.of(), WINDOWS)))
                .isEmpty();
    }
}
