package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Adds that a replica has to confirm, in a cluster of three masters with a replica each. */
class ReplicatedAddsIT {

    private static final int MASTERS = 3;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisCluster cluster = open.closing(RedisCluster.start(1));

    private final String group = "g" + UUID.randomUUID();

    private final int slot = JedisClusterCRC16.getSlot("{" + group + "}");

    private final RedisServer from = cluster.servers().get(RedisCluster.masterOf(slot));

    private final RedisServer to = cluster.servers().get((RedisCluster.masterOf(slot) + 1) % MASTERS);

    private final RedisClusterClient client = open.closing(RedisClusterClient.create(cluster.nodes()));

    private final RedisTaskStore store = store(Duration.ofSeconds(30));

    private RedisTaskStore store(Duration timeout) {
        return new RedisTaskStore(RedisUnderTest.calls(client, "the cluster", PATIENCE), new Durability(1, timeout));
    }

    private AddStatus.Kind add(RedisTaskStore store, String id) {
        byte[] detail = "\"t\",null]".getBytes(UTF_8);
        return store.add(group, List.of(TestTasks.task("t", id, 3_600_000, true, detail)))
                .get(0)
                .kind();
    }

    private static <T> T ask(RedisServer server, Function<Jedis, T> question) {
        try (Jedis jedis = server.connect()) {
            return question.apply(jedis);
        }
    }

    private void beginToMove() {
        ask(to, jedis -> jedis.clusterSetSlotImporting(slot, ask(from, Jedis::clusterMyId)));
        ask(from, jedis -> jedis.clusterSetSlotMigrating(slot, ask(to, Jedis::clusterMyId)));
    }

    private void moveKeys() {
        String[] keys = {"{" + group + "}:DETAIL", "{" + group + "}:WAITING:t", "{" + group + "}:TOPICS"};
        ask(from, jedis -> jedis.migrate(to.host(), to.port(), 5_000, new MigrateParams(), keys));
    }

    private void endMove() {
        ask(from, jedis -> jedis.del("{" + group + "}:MARK"));
        String node = ask(to, Jedis::clusterMyId);
        cluster.servers()
                .subList(0, MASTERS)
                .forEach(server -> ask(server, jedis -> jedis.clusterSetSlotNode(slot, node)));
    }

    private List<String> idsOn(RedisServer node) {
        return ask(node, jedis -> List.copyOf(jedis.hkeys("{" + group + "}:DETAIL")));
    }

    private RedisServer replicaOf(RedisServer master) {
        String id = ask(master, Jedis::clusterMyId);
        return cluster.servers().stream()
                .filter(server ->
                        ask(server, Jedis::clusterNodes).lines().anyMatch(line -> line.contains("myself,slave " + id)))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> waitsOf(RedisServer node) {
        return ask(node, jedis -> jedis.info("commandstats"))
                .lines()
                .filter(line -> line.startsWith("cmdstat_wait:"))
                .toList();
    }

    @Test
    void theReplicaOfTheGroupsNodeConfirms() {
        assertThat(add(store, "a")).isEqualTo(AddStatus.Kind.ADDED);
        List<String> ids = ask(replicaOf(from), jedis -> {
            jedis.readonly();
            return List.copyOf(jedis.hkeys("{" + group + "}:DETAIL"));
        });
        assertThat(ids).containsExactly("a");
    }

    @Test
    void anAddFollowsASlotThatMoves() {
        add(store, "a");
        beginToMove();
        moveKeys();
        cluster.servers().forEach(server -> ask(server, Jedis::configResetStat));
        assertThat(add(store, "b")).as("by the first sending").isEqualTo(AddStatus.Kind.ADDED);
        assertThat(waitsOf(from)).as("waits where the slot was").isEmpty();
        assertThat(waitsOf(to)).as("waits where it is").hasSize(1);
        endMove();
        assertThat(add(store, "c")).as("by the first sending").isEqualTo(AddStatus.Kind.ADDED);
        assertThat(add(store, "d")).as("the client knows").isEqualTo(AddStatus.Kind.ADDED);
        assertThat(idsOn(to)).containsExactlyInAnyOrder("a", "b", "c", "d");
    }

    /** The master's successor has no replica; that it says so shows that it was found. */
    @Test
    void anAddFindsTheMastersSuccessor() {
        add(store, "a");
        RedisServer replica = replicaOf(from);
        from.kill();
        await().until(() -> ask(
                replica,
                jedis -> jedis.info("replication").contains("role:master")
                        && jedis.clusterInfo().contains("cluster_state:ok")));
        assertThatExceptionOfType(TaskNotReplicatedException.class)
                .isThrownBy(() -> add(store(Duration.ofMillis(300)), "b"))
                .withMessageContaining("0 of 1 replicas");
        assertThat(idsOn(replica)).containsExactlyInAnyOrder("a", "b");
        from.restart();
        await().until(() -> ask(from, jedis -> jedis.info("replication")).contains("master_link_status:up"));
        assertThat(add(store, "b")).isEqualTo(AddStatus.Kind.REPEATED);
    }
}
