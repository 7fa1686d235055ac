package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A cluster moves the slot of a group to another node and back, key by key, while its tasks are added and run. */
@Tag(Chaos.TAG)
class SlotsUnderLoadIT {

    private static final int MOVES = Chaos.scaled(3, 20);

    private static final int TIMEOUT_MILLIS = 5_000;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisCluster cluster = engines.closing(RedisCluster.start());

    private final Ledger ledger = new Ledger(StoreClock.of(cluster.servers().get(0)));

    private final int slot = JedisClusterCRC16.getSlot("{" + engines.group() + "}");

    @Test
    void nothingIsLostEarlyOrDoubled() {
        DelayQueueEngine engine =
                engines.start(ClusterGroups.backend(cluster, node -> node), engines.consuming(ledger, 4));
        engines.start(ClusterGroups.backend(cluster, node -> node), engines.consuming(ledger, 4));
        int from = ClusterGroups.nodeOf("{" + engines.group() + "}");
        int to = (from + 1) % 3;
        Duration longerThanAnyRepetition = Duration.ofMillis(2_500);
        try (Load load = new Load(engine.service(), () -> engines.task(longerThanAnyRepetition), ledger)) {
            load.awaitMore(500);
            for (int move = 0; move < MOVES; move++) {
                move(move % 2 == 0 ? from : to, move % 2 == 0 ? to : from);
                int before = ledger.size();
                load.awaitMore(50);
                await().until(() -> ledger.size() > before + 50);
            }
        }
        await().until(() -> ledger.lost().isEmpty());
        ledger.conclude("slot moved", MOVES, 0);
    }

    private void move(int from, int to) {
        List<RedisServer> nodes = cluster.servers();
        RedisServer target = nodes.get(to);
        try (Jedis source = new Jedis(nodes.get(from).hostAndPort());
                Jedis destination = new Jedis(target.hostAndPort())) {
            destination.clusterSetSlotImporting(slot, source.clusterMyId());
            source.clusterSetSlotMigrating(slot, destination.clusterMyId());
            MigrateParams parameters = new MigrateParams();
            List<String> keys = source.clusterGetKeysInSlot(slot, 1);
            while (!keys.isEmpty()) {
                source.migrate(target.host(), target.port(), TIMEOUT_MILLIS, parameters, keys.get(0));
                keys = source.clusterGetKeysInSlot(slot, 1);
            }
            String owner = destination.clusterMyId();
            destination.clusterSetSlotNode(slot, owner);
            source.clusterSetSlotNode(slot, owner);
        }
    }
}
