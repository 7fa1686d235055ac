package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.RedisCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An engine on a cluster. */
class ClusterDeliveryIT {

    private static final int GROUPS = 6;

    private static final int TASKS = 60;

    private final RedisCluster cluster = RedisCluster.shared();

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Ledger ledger = new Ledger();

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
}
