package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** Costs of counts for the server, whatever there is to count. */
class CountCostIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final DelayQueueEngine engine = engines.build();

    private final DelayQueueService service = engine.service();

    @Test
    void countCostsTheSameWithOneTaskAndWithThousands() {
        add(1);
        count(1);
        Map<String, Integer> few = commandsOfACount(1);
        add(5_000);
        assertThat(commandsOfACount(5_001)).isEqualTo(few);
        // Each of these takes a time that hardly grows, zscan of a part.
        assertThat(few.keySet()).containsExactlyInAnyOrder("evalsha", "zscan", "smismember", "time", "zcard", "zcount");
    }

    @Test
    void countOfManyTopicsIsStepsOfAFewCommandsATopic() {
        int topics = 1_000;
        service.addTasks(IntStream.range(0, topics)
                .mapToObj(i -> Task.of(engines.group(), "t" + i)
                        .delay(Duration.ofHours(1))
                        .build())
                .toList());
        // The engine records the unregistered topics on another thread.
        await().until(() -> engine.status().unregistered().size() == topics);
        // The script may be new to the server.
        service.countTasks(engines.group());
        int steps = topics / TopicStore.MAX_COUNTED;
        Map<String, Integer> commands =
                commands(() -> assertThat(service.countTasks(engines.group())).hasSize(topics));
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
                        topics));
    }

    @Test
    void lookForEmptyTopicsGoesThroughThemInParts() {
        try (Jedis jedis = new Jedis(server.hostAndPort());
                Backend backend = engines.backend()) {
            String key = "{" + engines.group() + "}:TOPICS";
            for (int i = 0; i < 5_000; i++) {
                jedis.zadd(key, Double.POSITIVE_INFINITY, "t" + i);
                jedis.zadd("{" + engines.group() + "}:WAITING:t" + i, i, "a");
            }
            Map<String, Integer> commands =
                    commands(() -> assertThat(backend.topics().forgetEmpty(engines.group(), List.of()))
                            .isZero());
            assertThat(commands).doesNotContainKeys("zrange", "keys");
            assertThat(commands.get("zscan")).isGreaterThanOrEqualTo(5);
        }
    }

    private void add(int number) {
        List<Task> tasks = IntStream.range(0, number)
                .mapToObj(i -> engines.task(Duration.ofHours(1)))
                .toList();
        service.addTasks(tasks);
    }

    private void count(int expected) {
        assertThat(service.countTasks(engines.group()))
                .singleElement()
                .extracting(TaskCounts::delayed)
                .isEqualTo((long) expected);
        assertThat(service.topic(engines.group(), TestEngines.TOPIC).count().total())
                .isEqualTo(expected);
    }

    private Map<String, Integer> commandsOfACount(int expected) {
        return commands(() -> count(expected));
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
}
