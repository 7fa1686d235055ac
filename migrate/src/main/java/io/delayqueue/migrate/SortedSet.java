package io.delayqueue.migrate;

import io.delayqueue.IfExists;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/**
 * Delayed queue made by hand: a sorted set with due times as scores, whose pollers take what ZREM has removed for them. A member that is added
 * to the set again while its task waits here gives the task the new due time, unless the migration has ids of the application's own. The
 * payload is the member, as text without a decoder.
 */
public final class SortedSet extends RedisSource {

    /** A member that was added again meanwhile keeps its new score. */
    private static final String FUNCTIONS = """
            local function remove(v)
              local due = redis.call('ZSCORE', KEYS[4], v)
              if due then redis.call('ZREM', KEYS[4], v) end
              return due
            end
            local function give(v, due)
              redis.call('ZADD', KEYS[4], 'NX', due, v)
            end
            """;

    private final int unit;

    private SortedSet(UnifiedJedis redis, String key, int unit) {
        super(
                "zset:",
                redis,
                key,
                List.of(""),
                List.of(new Pass("ZRANGE", 4, 4, false), new Pass("ZRANGE", 4, 4, true)),
                FUNCTIONS);
        this.unit = unit;
    }

    /**
     * Names a sorted set.
     *
     * @param redis a client of its Redis, which the caller closes
     * @param key the key; its scores are milliseconds since the epoch
     * @return the source
     */
    public static SortedSet of(UnifiedJedis redis, String key) {
        return new SortedSet(redis, key, 1);
    }

    /** {@return a copy of this source whose scores are seconds since the epoch} */
    public SortedSet inSeconds() {
        return new SortedSet(redis, queue, 1_000);
    }

    @Override
    IfExists ifExists(boolean chosen) {
        return chosen ? IfExists.KEEP : IfExists.REPLACE;
    }

    @Override
    byte[] content(Element element) {
        return element.member();
    }

    @Override
    long due(Element element) {
        return (long) (element.time() * unit);
    }
}
