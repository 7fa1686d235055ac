package io.delayqueue.migrate;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/**
 * Delayed queue of Redisson ({@code RDelayedQueue}), written by any version. A migration has to have a decoder, which reads what the codec of the
 * old application has written.
 *
 * <p>What a consumer has popped leaves no trace, and is not moved.
 */
public final class RedissonQueue extends RedisSource {

    private static final int DUE_PASS = 4;

    private static final int ID_BYTES = 8;

    /** First over the list, because LREM of its first entry is cheap; again, because entries move up; then what has no entry in the list. */
    private static final List<Pass> PASSES = List.of(
            new Pass("LRANGE", 4, 5, false),
            new Pass("LRANGE", 4, 5, false),
            new Pass("ZRANGE", 5, 5, true),
            new Pass("LRANGE", 6, 0, true));

    private static final List<String> KEYS =
            List.of("redisson_delay_queue:", "redisson_delay_queue_timeout:", "", "redisson_delay_queue_channel:");

    /** The member of a due payload has nine bytes of an id, and eight of a length, before the value. */
    private static final String FUNCTIONS = """
            local function remove(v, now)
              if ARGV[1] == '4' then
                return redis.call('LREM', KEYS[6], 1, v:sub(18)) == 1 and now
              end
              local due = redis.call('ZSCORE', KEYS[5], v)
              if due then
                redis.call('ZREM', KEYS[5], v)
                redis.call('LREM', KEYS[4], 1, v)
              end
              return due
            end
            local function give(v, due)
              redis.call('ZADD', KEYS[5], due, v)
              redis.call('RPUSH', KEYS[4], v)
              if redis.call('ZRANGE', KEYS[5], 0, 0)[1] == v then redis.call('PUBLISH', KEYS[7], due) end
            end
            """;

    private RedissonQueue(UnifiedJedis redis, String queue, int passes) {
        super("redisson:", redis, queue, KEYS, PASSES.subList(0, passes), FUNCTIONS);
    }

    /**
     * Names a queue.
     *
     * @param redis a client of the Redis of the old application, which the caller closes; with a time-out of 60 s, because scripts of
     *     Redisson may block Redis for seconds
     * @param queue the name of the queue that the {@code RDelayedQueue} was made for
     * @return the source
     */
    public static RedissonQueue of(UnifiedJedis redis, String queue) {
        return new RedissonQueue(redis, queue, DUE_PASS - 1);
    }

    /**
     * Moves tasks too that Redisson has made due, and that wait for a consumer. They are due at once. Stop the consumers of the queue before,
     * because due tasks are theirs.
     *
     * @return a copy of this source
     */
    public RedissonQueue alsoDue() {
        return new RedissonQueue(redis, queue, DUE_PASS);
    }

    /** A due payload becomes a member like the others, with an id of its own. */
    @Override
    List<Element> peek(int pass, long skip) {
        List<Element> found = super.peek(pass, skip);
        String now = Long.toString(System.currentTimeMillis());
        return pass < DUE_PASS
                ? found
                : found.stream()
                        .map(entry -> new Element(member(entry.member()), now, "0", null))
                        .toList();
    }

    private static byte[] member(byte[] value) {
        return ByteBuffer.allocate(1 + 2 * ID_BYTES + value.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) ID_BYTES)
                .putLong(ThreadLocalRandom.current().nextLong())
                .putLong(value.length)
                .put(value)
                .array();
    }

    /** The codec is the old application's. */
    @Override
    Migration.@Nullable Decoder decoder() {
        return null;
    }

    @Override
    void note(MigrationReport plan) {
        plan.note(redis.llen(queue), " tasks are due already, and moved only with alsoDue()");
    }

    /** Since 3.21.1 a member is the length of an id, the id, the length of the value and the value; before an id of 8 bytes, the length, the value. */
    @Override
    byte[] content(Element element) {
        byte[] member = element.member();
        ByteBuffer in = ByteBuffer.wrap(member).order(ByteOrder.LITTLE_ENDIAN);
        for (int start : new int[] {1 + (member[0] & 0xff), ID_BYTES}) {
            int value = start + Long.BYTES;
            if (value <= member.length && in.getLong(start) == member.length - value) {
                return Arrays.copyOfRange(member, value, member.length);
            }
        }
        throw new IllegalArgumentException("the entry is no member of an RDelayedQueue");
    }
}
