package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** An engine of many groups: the threads of their pushes and acknowledgements do not grow with their number. */
class LanesIT {

    private static final int GROUPS = 300;

    /** Of lanes, renewals, the stop of groups, and jobs of the engine. */
    private static final int MAX_CONNECTIONS = 12 + 4 + 8 + 8;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final List<String> groups =
            Stream.generate(() -> "g" + UUID.randomUUID()).limit(GROUPS).toList();

    private final Ledger ledger = new Ledger();

    private final RedisClient commands = client();

    /** Threads of other tests that still end. */
    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    private RedisClient client() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(-1);
        // All that were in use at once are kept.
        pool.setMaxIdle(-1);
        return RedisClient.builder()
                .hostAndPort(server.hostAndPort())
                .poolConfig(pool)
                .build();
    }

    private List<String> threads(String start) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.startsWith("delayqueue-" + start))
                .toList();
    }

    @Test
    void threadsAndConnectionsAreFewWhileTheyRunAndWhenTheyStop() {
        DelayQueueEngine engine = engines.start(
                new RedisBackend(new RedisConnections(commands, client(), server.address(), Duration.ofSeconds(30))),
                builder -> groups.forEach(
                        group -> builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT))));
        for (String group : groups) {
            Task task = Task.of(group, TestEngines.TOPIC)
                    .delay(Duration.ofSeconds(1))
                    .build();
            engine.service().addTask(task);
            ledger.added(task.id());
        }
        await().until(() -> ledger.lost().isEmpty());
        await().until(() -> groups.stream()
                .flatMap(group -> engine.service().countTasks(group).stream())
                .allMatch(counts -> counts.total() == 0));
        assertThat(threads("lane-")).hasSizeLessThanOrEqualTo(12);
        assertThat(threads("pusher-")).isEmpty();
        assertThat(threads("acknowledger-")).isEmpty();
        assertThat(engine.status().groups()).hasSize(GROUPS).allMatch(group -> group.pushing());
        long connections = commands.getPool().getCreatedCount();
        engine.stop();
        assertThat(commands.getPool().getCreatedCount())
                .as("a stop takes no more connections")
                .isLessThanOrEqualTo(Math.max(connections, MAX_CONNECTIONS));
        assertThat(server.client().keys("*:PUSHER")).as("claims that are left").isEmpty();
        ledger.assertEachRanOnce();
    }

    /** Pushers and acknowledgers have one thread: they wait for each other, and for nothing else. */
    @Test
    void poolOfTwoConnectionsShouldBeReportedAndSuffice() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(2);
        RedisClient small = RedisClient.builder()
                .hostAndPort(server.hostAndPort())
                .poolConfig(pool)
                .build();
        try (LogLines log = LogLines.of("io.delayqueue.internal.drive", Level.WARN)) {
            DelayQueueEngine engine = engines.start(
                    new RedisBackend(new RedisConnections(small, client(), server.address(), Duration.ofSeconds(30))),
                    builder -> groups.stream()
                            .limit(10)
                            .forEach(group ->
                                    builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT))));
            assertThat(log.with("has 2 connections")).hasSize(1);
            groups.stream()
                    .limit(10)
                    .forEach(group -> ledger.added(engines.add(engine, Task.of(group, TestEngines.TOPIC))
                            .id()));
            await().until(() -> ledger.lost().isEmpty());
            ledger.assertEachRanOnce();
        }
    }

    /** Calls that get no connection are made again, on those that others have given back. */
    @Test
    void serverOfTooFewClientsShouldBeReportedAndServeAll() {
        server.client().configSet("maxclients", "9");
        DelayQueueEngine engine = engines.start(
                new RedisBackend(new RedisConnections(commands, client(), server.address(), Duration.ofSeconds(30))),
                builder -> groups.forEach(
                        group -> builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT))));
        await().until(() -> engine.status().outage() != null);
        groups.forEach(group -> ledger.added(
                engines.add(engine, Task.of(group, TestEngines.TOPIC)).id()));
        await().until(() -> ledger.lost().isEmpty());
        server.client().configSet("maxclients", "1000");
        await().until(() -> engine.status().outage() == null);
        ledger.assertEachRanOnce();
    }
}
