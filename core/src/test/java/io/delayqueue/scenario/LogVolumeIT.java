package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.params.ZAddParams;

/** Log lines of thousands of tasks: a bounded number above DEBUG, each of which names one task at most. */
class LogVolumeIT {

    private static final int EACH = 1_000;

    private static final String MARK = "taskid";

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final AtomicInteger calls = new AtomicInteger();

    private void call(Object payload, TaskContext context) {
        calls.incrementAndGet();
        if ("late".equals(payload) && context.attempt() == 1) {
            // As if this instance had been silent for too long.
            String reserved = engines.key("RESERVED:" + TestEngines.TOPIC);
            server.client()
                    .zadd(reserved, 1, context.id(), ZAddParams.zAddParams().xx());
            await().until(() -> !Objects.equals(server.client().zscore(reserved, context.id()), 1.0));
        }
        if (!"good".equals(payload)) {
            throw new IllegalStateException("no luck");
        }
    }

    private List<Task> tasks(String payload, int count, Duration delay) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TaskBuilder task = engines.builder()
                    .id(MARK + payload + i)
                    .payload(payload)
                    .delay(delay)
                    .maxAttempts("bad".equals(payload) ? 2 : 1);
            tasks.add(
                    "missed".equals(payload)
                            ? task.repeat(Repeat.fixedRate(Duration.ofHours(1))).build()
                            : task.build());
        }
        return tasks;
    }

    @Test
    void thousandsOfTasksShouldLeaveABoundedNumberOfLines() {
        try (LogLines log = LogLines.of("io.delayqueue", Level.DEBUG)) {
            DelayQueueEngine engine = engines.start(engines.consuming(
                            this::call,
                            TopicOptions.builder()
                                    .concurrency(8)
                                    .retryPolicy(failed -> Duration.ofMillis(1))
                                    .build())
                    .andThen(builder -> builder.extend(extensions -> extensions.addDeadLetterListener(letter -> {
                        throw new IllegalStateException("deaf");
                    }))));
            engine.service().addTasks(tasks("good", EACH, Duration.ZERO));
            engine.service().addTasks(tasks("bad", EACH, Duration.ZERO));
            engine.service().addTasks(tasks("missed", EACH, Duration.ZERO));
            engine.service().addTasks(tasks("late", 20, Duration.ZERO));
            TopicName topic = new TopicName(engines.group(), TestEngines.TOPIC);
            await().untilAsserted(() -> {
                TaskCounts counts =
                        engine.service().topic(topic.group(), topic.topic()).count();
                assertThat(counts.dead()).isEqualTo(EACH + 20);
                assertThat(counts.ready() + counts.reserved()).isZero();
            });
            engine.stop();
            assertThat(calls).hasValueGreaterThanOrEqualTo(4 * EACH + 20);
            assertThat(log.with("DEBUG")).as("each is logged at DEBUG").hasSizeGreaterThan(4 * EACH);
            List<String> loud = log.with("").stream()
                    .filter(line -> !line.startsWith("DEBUG"))
                    .toList();
            assertThat(loud)
                    .hasSizeLessThan(40)
                    .allMatch(line -> line.indexOf(MARK) == line.lastIndexOf(MARK))
                    .anyMatch(line -> line.contains(topic + ": a task went to the dead letters"))
                    .anyMatch(line -> line.contains(" of " + MARK))
                    .anyMatch(line -> line.contains("IllegalStateException: no luck"))
                    .anyMatch(line -> line.contains(" delivers from " + server.address()))
                    .anyMatch(line -> line.contains(" has stopped delivering from " + server.address()));
            assertThat(loud.stream()
                            .filter(line -> line.contains("dead letters; "))
                            .mapToLong(LogVolumeIT::tasks)
                            .sum())
                    .as("the lines of dead letters count all of them")
                    .isEqualTo(EACH + 20);
        }
    }

    private static long tasks(String line) {
        String count = line.replaceFirst(".*: (\\w+) tasks?( in \\d+ s)? went.*", "$1");
        return count.equals("a") ? 1 : Long.parseLong(count);
    }
}
