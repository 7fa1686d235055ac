package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;

/** A node of a cluster hangs that has many groups: it takes every call and answers none. */
class OneNodeHangsIT {

    private static final int HANGING_GROUPS = 25;

    private static final int ROUNDS = 10;

    /**
     * On threads that the nodes shared, a round would wait for two queues of fifty calls of two seconds, four at once. Here it takes some
     * milliseconds.
     */
    private static final Duration BOUND = Duration.ofSeconds(60);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisCluster cluster = engines.closing(RedisCluster.start());

    private final int hanging = (ClusterGroups.nodeOf("MONITOR:SUMMARY") + 1) % 3;

    private final RedisServer node = cluster.servers().get(hanging);

    private final List<String> held = Stream.generate(() -> ClusterGroups.onNode(hanging))
            .limit(HANGING_GROUPS)
            .toList();

    private final List<String> others = Stream.generate(() -> ClusterGroups.onNode((hanging + 1) % 3))
            .limit(3)
            .toList();

    private final Ledger ledger = new Ledger();

    @AfterEach
    void thaw() {
        node.thaw();
    }

    @Test
    void groupsOfOtherNodesAreDeliveredAsUsual() {
        cluster.servers().forEach(OneNodeHangsIT::serveWhatIsLeft);
        DelayQueueEngine engine = engines.start(
                new RedisBackend(new RedisConnections(
                        client(8), client(-1), cluster.nodes().toString(), Duration.ofSeconds(2))),
                builder -> Stream.of(held, others)
                        .flatMap(List::stream)
                        .forEach(group ->
                                builder.callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT))));
        held.forEach(group -> add(engine, group));
        others.forEach(group -> add(engine, group));
        await().until(() -> ledger.lost().isEmpty());

        node.freeze();
        await().until(() -> engine.status().outage() != null);
        await().atMost(BOUND).until(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                others.forEach(group -> add(engine, group));
                await().until(() -> ledger.lost().isEmpty());
                await().until(() -> others.stream()
                        .allMatch(group -> engine.service()
                                        .topic(group, TestEngines.TOPIC)
                                        .count()
                                        .total()
                                == 0));
            }
            return true;
        });

        node.thaw();
        held.forEach(group -> add(engine, group));
        await().until(() -> ledger.lost().isEmpty());
        await().until(() -> engine.status().outage() == null);
        ledger.assertEachRanOnce();
    }

    private static void serveWhatIsLeft(RedisServer server) {
        try (Jedis jedis = new Jedis(server.hostAndPort())) {
            jedis.configSet("cluster-require-full-coverage", "no");
        }
    }

    private RedisClusterClient client(int connections) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxWait(Duration.ofSeconds(2));
        return RedisClusterClient.builder()
                .nodes(cluster.nodes())
                .poolConfig(pool)
                .build();
    }

    private void add(DelayQueueEngine engine, String group) {
        Task task = Task.of(group, TestEngines.TOPIC).build();
        engine.service().addTask(task);
        ledger.added(task.id());
    }
}
