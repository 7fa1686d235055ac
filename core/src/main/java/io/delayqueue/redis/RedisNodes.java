package io.delayqueue.redis;

import io.delayqueue.TaskStoreException;
import io.delayqueue.log.Loggers;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.ClusterCommandArguments;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.util.JedisClusterCRC16;
import redis.clients.jedis.util.Pool;

/** Knows which node of a cluster has which group. Any other server has all groups. */
final class RedisNodes {

    private static final Logger log = Loggers.of(RedisNodes.class);

    /** The default of Jedis, for clients that do not show their pool. */
    private static final int DEFAULT_CALLS = 8;

    private final RedisCalls calls;

    /** The addresses of masters by the first slots of their ranges; null before the first search. */
    private volatile @Nullable NavigableMap<Integer, String> masters;

    RedisNodes(RedisCalls calls) {
        this.calls = calls;
    }

    String of(String group) {
        if (!(calls.client instanceof RedisClusterClient)) {
            return calls.address;
        }
        NavigableMap<Integer, String> known = masters;
        if (known == null) {
            known = find();
        }
        int slot = JedisClusterCRC16.getSlot(calls.keys(group).get(Key.TOPICS));
        Map.Entry<Integer, String> range = known.floorEntry(slot);
        return range == null ? calls.address : range.getValue();
    }

    /** Asks a node of the cluster; what was known stays if it does not answer. */
    NavigableMap<Integer, String> find() {
        NavigableMap<Integer, String> found = new TreeMap<>();
        if (calls.client instanceof RedisClusterClient) {
            CommandArguments slots = new ClusterCommandArguments(Protocol.Command.CLUSTER).add("SLOTS");
            try {
                Reply ranges = new Reply(
                        calls.repeat(
                                "CLUSTER SLOTS",
                                () -> calls.client.executeCommand(
                                        new CommandObject<>(slots, BuilderFactory.RAW_OBJECT))),
                        false);
                for (int i = 0; i < ranges.values().size(); i++) {
                    Reply master = ranges.table(i).table(2);
                    found.put((int) ranges.table(i).number(0), master.string(0) + ":" + master.number(1));
                }
                masters = found;
            } catch (TaskStoreException e) {
                masters = masters == null ? found : masters;
                log.debug("The nodes of the cluster at {} could not be found", calls.address, e);
            }
        }
        return found;
    }

    int maxCalls() {
        Pool<?> pool = null;
        if (calls.client instanceof RedisClient standalone) {
            pool = standalone.getPool();
        } else if (calls.client instanceof RedisClusterClient cluster) {
            pool = cluster.getClusterNodes().values().stream().findAny().orElse(null);
        }
        int max = pool == null ? DEFAULT_CALLS : pool.getMaxTotal();
        return max < 0 ? Integer.MAX_VALUE : max;
    }
}
