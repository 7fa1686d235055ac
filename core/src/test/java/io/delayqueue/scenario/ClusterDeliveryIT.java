package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.redis.ScriptDigests;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.HostAndPort;

/** An engine on a cluster. */
class ClusterDeliveryIT {

    private static final int GROUPS = 6;

    private static final int TASKS = 60;

    private final RedisCluster cluster = RedisCluster.shared();

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Ledger ledger = new Ledger();

    private final List<TcpProxy> proxies = new ArrayList<>();

    @Test
    void groupsOfAllNodesAreDelivered() {
        List<String> groups = IntStream.range(0, GROUPS)
                .mapToObj(i -> ClusterGroups.onNode(i % 3))
                .toList();
        Consumer<DelayQueueEngineBuilder> consuming = builder -> groups.forEach(
                group -> builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT)));
        DelayQueueEngine engine = engines.start(ClusterGroups.backend(cluster, node -> node), consuming);
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            for (String group : groups) {
                tasks.add(Task.of(group, TestEngines.TOPIC)
                        .delay(Duration.ofMillis(i * 10))
                        .build());
            }
        }
        engine.service().addTasks(tasks).forEach(result -> ledger.added(result.id()));
        await().until(() -> ledger.lost().isEmpty());
        for (String group : groups) {
            await().untilAsserted(() -> new GroupAudit(cluster.client(), group).checkNothingLeft());
        }
        ledger.assertEachRanOnce();
    }

    /** The cluster client sends the request again by itself; the lease is too long to wait for its end. */
    @Test
    void tasksOfALostReserveAreTakenBackAtOnce() {
        DelayQueueEngine engine = startThroughProxies();
        cluster.client().set("{" + engines.group() + "}:OTHERS", "signals say who takes what");
        // Brings the scripts to the group's node.
        deliver(engine);
        assertThat(deliveries()).isEqualTo(1);
        // A reserve that finds nothing may come first and lose its reply: then once more.
        await().until(() -> {
            long before = deliveries();
            proxies.forEach(proxy -> proxy.dropReplyTo(ScriptDigests.of("reserve")));
            deliver(engine);
            assertThat(deliveries()).isBetween(before + 1, before + 2);
            return deliveries() == before + 2;
        });
        ledger.assertEachRanOnce();
    }

    private void deliver(DelayQueueEngine engine) {
        Task task = engines.task(Duration.ofMillis(20));
        engine.service().addTask(task);
        ledger.added(task.id());
        await().until(() -> ledger.lost().isEmpty());
        await().untilAsserted(() -> new GroupAudit(cluster.client(), engines.group()).checkNothingLeft());
    }

    private long deliveries() {
        String last = cluster.client().get("{" + engines.group() + "}:SEQUENCE");
        return last == null ? 0 : Long.parseLong(last.substring(last.indexOf(':') + 1));
    }

    private DelayQueueEngine startThroughProxies() {
        Map<HostAndPort, HostAndPort> through = new HashMap<>();
        for (RedisServer node : cluster.servers()) {
            TcpProxy proxy = engines.closing(TcpProxy.to(node));
            proxies.add(proxy);
            through.put(node.hostAndPort(), proxy.hostAndPort());
        }
        return engines.start(
                ClusterGroups.backend(cluster, node -> through.getOrDefault(node, node)),
                engines.consuming(ledger, 4)
                        .andThen(TestEngines.settings(Duration.ofMinutes(5), Duration.ofSeconds(1))));
    }
}
