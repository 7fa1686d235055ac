package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** One node of a cluster dies for good while callbacks of groups on all nodes run for longer than a lease. */
class ClusterNodeGoneIT {

    private static final Duration LEASE = Duration.ofSeconds(6);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisCluster cluster = engines.closing(RedisCluster.start());

    private final Ledger ledger = new Ledger();

    private final CountDownLatch block = engines.gate();

    @Test
    void groupsOnOtherNodesKeepTheirLeases() {
        cluster.servers().forEach(ClusterNodeGoneIT::serveWhatIsLeft);
        int doomed = (ClusterGroups.nodeOf("MONITOR:SUMMARY") + 1) % 3;
        List<String> lost = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            lost.add(ClusterGroups.onNode(doomed));
            kept.add(ClusterGroups.onNode((doomed + 1) % 3));
        }
        DelayQueueEngine engine = start(lost, kept);
        lost.forEach(group -> add(engine, group));
        kept.forEach(group -> add(engine, group));
        await().until(() -> ledger.lost().isEmpty());

        cluster.servers().get(doomed).kill();
        await().during(LEASE.multipliedBy(2))
                .atMost(LEASE.multipliedBy(3))
                .untilAsserted(() -> assertThat(ledger.doubled()).isEmpty());
        block.countDown();
        for (String group : kept) {
            await().untilAsserted(() -> new GroupAudit(cluster.client(), group).checkNothingLeft());
        }
        ledger.assertEachRanOnce();
        cluster.servers().get(doomed).restart();
    }

    private static void serveWhatIsLeft(RedisServer node) {
        try (Jedis jedis = new Jedis(node.hostAndPort())) {
            jedis.configSet("cluster-require-full-coverage", "no");
        }
    }

    private DelayQueueEngine start(List<String> lost, List<String> kept) {
        Consumer<DelayQueueEngineBuilder> consuming = builder -> {
            for (List<String> groups : List.of(lost, kept)) {
                groups.forEach(group -> builder.callback(TestEngines.topicCallback(
                        group,
                        (payload, context) -> {
                            ledger.call(payload, context);
                            block.await();
                        },
                        TopicOptions.DEFAULT)));
            }
        };
        return engines.start(
                ClusterGroups.backend(cluster, node -> node),
                consuming.andThen(TestEngines.settings(LEASE, Duration.ofSeconds(1))));
    }

    private void add(DelayQueueEngine engine, String group) {
        Task task = Task.of(group, TestEngines.TOPIC).build();
        engine.service().addTask(task);
        ledger.added(task.id());
    }
}
