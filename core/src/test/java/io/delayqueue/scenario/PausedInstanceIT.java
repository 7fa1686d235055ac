package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A second JVM stands still for longer than its lease, and goes on when another has run the tasks that waited in it. */
@Tag(Chaos.TAG)
class PausedInstanceIT {

    private static final Duration LEASE = Duration.ofSeconds(2);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Set<String> ranElsewhere = ConcurrentHashMap.newKeySet();

    private final DelayQueueEngine other =
            engines.build(engines.consuming((payload, context) -> ranElsewhere.add(context.id()), 8)
                    .andThen(TestEngines.settings(LEASE, Duration.ofSeconds(5))));

    private int round;

    private Process process;

    @Test
    void tasksWhoseLeaseIsOverShouldNotBegin() throws IOException {
        process = engines.killing(PausedConsumer.start(server, engines.group(), LEASE));
        // A machine that is busy may let them wait for so long before the JVM stands still that they are given back.
        await().atMost(Duration.ofMinutes(10)).until(this::pauseWithTasksWaiting);
    }

    /** Whether tasks waited in the JVM when it stood still; none of them may begin there. */
    private boolean pauseWithTasksWaiting() throws IOException, InterruptedException {
        round++;
        List<String> ids = new ArrayList<>(ids("quick", 200));
        ids.addAll(ids("hold", PausedConsumer.CONCURRENCY));
        ids.addAll(ids("behind", 300));
        add(ids);
        await().until(() ->
                output("ps", "-o", "state=", "-p", Long.toString(process.pid())).startsWith("T"));
        List<String> begun = server.client().lrange(PausedConsumer.BEGUN, 0, -1);
        Set<String> waiting = server.client().zrange(engines.key("RESERVED:" + TestEngines.TOPIC), 0, -1).stream()
                .filter(id -> !begun.contains(id))
                .collect(Collectors.toSet());

        other.start();
        await().until(() -> server.client().hlen(engines.key("DETAIL")) == 0);
        assertThat(waiting).isSubsetOf(ranElsewhere);
        other.stop();

        output("env", "LC_ALL=C", "kill", "-CONT", Long.toString(process.pid()));
        add(ids("last", 50));
        await().until(() -> server.client().hlen(engines.key("DETAIL")) == 0);
        List<String> begunSince = server.client().lrange(PausedConsumer.BEGUN, begun.size(), -1);
        assertThat(begunSince).containsAll(ids("last", 50)).noneMatch(waiting::contains);
        return waiting.size() >= PausedConsumer.CONCURRENCY;
    }

    private List<String> ids(String name, int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> name + "-" + round + "-" + i)
                .toList();
    }

    private void add(List<String> ids) {
        List<Task> tasks = ids.stream()
                .map(id -> engines.builder().id(id).at(Instant.EPOCH).build())
                .toList();
        other.service().addTasks(tasks);
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process run = new ProcessBuilder(command).start();
        String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(run.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
