package io.delayqueue.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Makes a cluster of empty nodes. */
final class ClusterFormation {

    private static final int SLOTS = 16_384;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final List<RedisServer> masters;
    private final List<RedisServer> replicas;
    private final List<RedisServer> all;

    ClusterFormation(List<RedisServer> masters, List<RedisServer> replicas) {
        this.masters = masters;
        this.replicas = replicas;
        this.all = new ArrayList<>(masters);
        this.all.addAll(replicas);
    }

    /** Shares out the slots, introduces the nodes and waits until each of them sees the whole cluster well. */
    void form() {
        shareSlots();
        introduceAll();
        awaitOnAll("nodes know each other", this::knowsAll);
        replicate();
        awaitOnAll("slots are served", jedis -> jedis.clusterInfo().contains("cluster_state:ok"));
        awaitOnAll("replicas are known", this::seesReplicas);
        for (RedisServer replica : replicas) {
            await("replica in step").atMost(TIMEOUT).until(() -> ask(replica, this::isInStep));
        }
    }

    /** Which master a slot is given: all have a range of the same length. */
    static int masterOf(int slot, int masters) {
        return slot * masters / SLOTS;
    }

    private void shareSlots() {
        for (int i = 0; i < masters.size(); i++) {
            int master = i;
            // One by one: Redis 6.2 does not take ranges.
            int[] slots = IntStream.range(0, SLOTS)
                    .filter(slot -> masterOf(slot, masters.size()) == master)
                    .toArray();
            ask(masters.get(i), jedis -> jedis.clusterAddSlots(slots));
        }
    }

    /** Every node gets an epoch of its own first, or they would have to settle whose slots are whose. */
    private void introduceAll() {
        for (int i = 0; i < all.size(); i++) {
            int epoch = i + 1;
            ask(all.get(i), jedis -> jedis.clusterSetConfigEpoch(epoch));
        }
        for (int i = 0; i < all.size(); i++) {
            for (RedisServer other : all.subList(i + 1, all.size())) {
                ask(all.get(i), jedis -> jedis.clusterMeet(other.host(), other.port()));
            }
        }
    }

    private void replicate() {
        for (int i = 0; i < replicas.size(); i++) {
            String master = ask(masters.get(i % masters.size()), Jedis::clusterMyId);
            ask(replicas.get(i), jedis -> jedis.clusterReplicate(master));
        }
    }

    private boolean knowsAll(Jedis jedis) {
        String nodes = jedis.clusterNodes();
        return nodes.lines().count() == all.size()
                && !nodes.contains("handshake")
                && all.stream()
                        .map(RedisServer::hostAndPort)
                        .map(HostAndPort::toString)
                        .allMatch(nodes::contains)
                && jedis.clusterInfo().contains("cluster_slots_assigned:" + SLOTS);
    }

    private boolean seesReplicas(Jedis jedis) {
        return jedis.clusterNodes()
                        .lines()
                        .filter(node -> node.contains("slave"))
                        .count()
                == replicas.size();
    }

    private boolean isInStep(Jedis jedis) {
        return jedis.info("replication").contains("master_link_status:up");
    }

    private void awaitOnAll(String what, Predicate<Jedis> condition) {
        await(what).atMost(TIMEOUT).pollInterval(Duration.ofMillis(50)).until(() -> all.stream()
                .allMatch(server -> ask(server, condition::test)));
    }

    private static <T> T ask(RedisServer server, Function<Jedis, T> question) {
        try (Jedis jedis = server.connect()) {
            return question.apply(jedis);
        }
    }
}
