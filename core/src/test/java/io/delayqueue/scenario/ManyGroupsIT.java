package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** Groups whose signals one wait is for. An engine gets tasks by signals only, and no sweep repairs what a wait has missed. */
class ManyGroupsIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Set<String> ran = ConcurrentHashMap.newKeySet();

    private int tasks;

    private static List<String> groups(int number) {
        return IntStream.range(0, number).mapToObj(i -> "g" + i).toList();
    }

    private DelayQueueEngine start(List<String> groups) {
        // As if other instances were there: no push reserves.
        groups.forEach(group -> server.client().set("{" + group + "}:OTHERS", "1"));
        return engines.start(
                Unswept.store(engines.backend()),
                builder -> groups.forEach(group -> builder.callback(TestEngines.topicCallback(
                        group,
                        (payload, context) -> ran.add(context.id()),
                        TopicOptions.builder().concurrency(1).build()))));
    }

    private void awaitWaits(int number) {
        await().untilAsserted(() ->
                assertThat(server.client().info("clients")).contains("blocked_clients:" + number + "\r\n"));
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("delayqueue-consumer-"))
                .count();
    }

    private String add(DelayQueueEngine engine, String group) {
        String id = group + "-" + tasks++;
        engine.service().addTask(Task.of(group, TestEngines.TOPIC).id(id).build());
        return id;
    }

    private void deliver(DelayQueueEngine engine, List<String> groups) {
        Set<String> ids = new TreeSet<>();
        groups.forEach(group -> ids.add(add(engine, group)));
        await().untilAsserted(() -> assertThat(ran).containsAll(ids));
    }

    @Test
    void threeWaitsShouldServe130Groups() {
        long before = threads();
        DelayQueueEngine engine = start(groups(130));
        awaitWaits(3);
        assertThat(threads()).isEqualTo(before + 3);
        deliver(engine, groups(130));
        deliver(engine, groups(130));
        assertThat(ran).hasSize(260);
        awaitWaits(3);
        engine.stop();
        awaitWaits(0);
        assertThat(threads()).isEqualTo(before);
    }

    @Test
    void groupsShouldComeAndGoWhileOthersWait() {
        List<String> groups = groups(10);
        List<String> others = groups.subList(0, 9);
        String group = groups.get(9);
        DelayQueueEngine engine = start(groups);
        deliver(engine, groups);
        assertThat(engine.register().cancelGroup(group)).isTrue();
        await().until(() -> engine.status().groups().size() == others.size());
        awaitWaits(1);
        deliver(engine, others);
        String waiting = add(engine, group);
        deliver(engine, others);
        assertThat(ran).doesNotContain(waiting);

        assertThat(engine.register().registerTopic(group, TestEngines.TOPIC)).isTrue();
        await().untilAsserted(() -> assertThat(ran).contains(waiting));
        deliver(engine, groups);
        awaitWaits(1);
    }

    @Test
    void groupWhoseSignalIsOfAForeignTypeShouldNotKeepOthersFromBeingServed() {
        List<String> groups = groups(64);
        String group = groups.get(20);
        List<String> others =
                groups.stream().filter(each -> !each.equals(group)).toList();
        String key = "{" + group + "}:SIGNAL:" + TestEngines.TOPIC;
        try (LogLines lines = new LogLines(BackgroundJob.class)) {
            DelayQueueEngine engine = start(groups);
            awaitWaits(1);
            // A reservation without a signal replaces the key, after the failure.
            server.client().set(key, "of another program");
            for (int i = 0; i < 3; i++) {
                deliver(engine, others);
            }
            await().until(() -> !server.client().exists(key));
            awaitWaits(2);
            assertThat(lines.with("failed")).singleElement().asString().contains("consumer-" + group);
            deliver(engine, groups);
        }
    }

    @Test
    void waitShouldGoOnAfterItsConnectionWasLost() {
        List<String> groups = groups(64);
        DelayQueueEngine engine = start(groups);
        deliver(engine, groups);
        for (int i = 0; i < 5; i++) {
            awaitWaits(1);
            try (Jedis jedis = server.connect()) {
                jedis.clientKill(ClientKillParams.clientKillParams().type(ClientType.NORMAL));
            }
            deliver(engine, groups);
        }
    }
}
