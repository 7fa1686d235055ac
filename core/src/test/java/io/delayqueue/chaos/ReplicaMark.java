package io.delayqueue.chaos;

import io.delayqueue.testing.RedisServer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Says what has reached a replica. Replication keeps the order of writes, so a mark that is there has everything before it
 * there too. What has not may be lost with the master, confirmed or not.
 */
public final class ReplicaMark implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 200;

    private final List<RedisServer> servers;

    private final String key;

    private @Nullable Jedis master;

    private long marks;

    /**
     * Creates a mark. Nothing is sent yet.
     *
     * @param servers masters and replicas, whichever is which
     * @param group a group: the mark is written where its tasks are
     */
    public ReplicaMark(List<RedisServer> servers, String group) {
        this.servers = servers;
        this.key = "{" + group + "}-mark";
    }

    /** Whether all that the group's master had confirmed before this call is known to be at a replica. */
    public synchronized boolean reached() {
        try {
            Jedis known = master == null ? find() : master;
            master = known;
            if (known == null) {
                return false;
            }
            known.set(key, Long.toString(marks++));
            return known.waitReplicas(1, PATIENCE_MILLIS) >= 1;
        } catch (JedisException e) {
            close();
            return false;
        }
    }

    /** The server that takes the group's writes; none during a failover. */
    private @Nullable Jedis find() {
        for (RedisServer server : servers) {
            Jedis jedis = new Jedis(server.host(), server.port(), 2_000);
            try {
                jedis.set(key, "");
                return jedis;
            } catch (JedisException e) {
                // Dead, a replica, or of other slots.
                jedis.close();
            }
        }
        return null;
    }

    /** Closes the connection; the next call makes another. */
    @Override
    public synchronized void close() {
        if (master != null) {
            master.close();
            master = null;
        }
    }
}
