package io.delayqueue.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.UnifiedJedis;

/** Queue as Redisson writes it, with its steps: much faster than Redisson. {@link RedissonMigrationIT} has the real one. */
record OldQueue(UnifiedJedis redis, String name) {

    /** One step, as Redisson's: between two a move would take the member and leave its entry of the list. */
    private static final byte[] OFFER =
            "redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2]) redis.call('RPUSH', KEYS[2], ARGV[2])".getBytes(UTF_8);

    private static final String TRANSFER = """
            local due = redis.call('ZRANGEBYSCORE', KEYS[2], 0, ARGV[1], 'LIMIT', 0, 100)
            for _, v in ipairs(due) do
              redis.call('RPUSH', KEYS[3], v:sub(18))
              redis.call('LREM', KEYS[1], 1, v)
              redis.call('ZREM', KEYS[2], v)
            end
            return #due
            """;

    static OldQueue of(Shop shop) {
        return new OldQueue(shop.server().client(), shop.queue());
    }

    String list() {
        return "redisson_delay_queue:{" + name + "}";
    }

    String scores() {
        return "redisson_delay_queue_timeout:{" + name + "}";
    }

    String taken() {
        return "delayqueue_taken:{" + name + "}";
    }

    RedissonQueue source() {
        return RedissonQueue.of(redis, name);
    }

    static byte[] member(String payload) {
        byte[] value = payload.getBytes(UTF_8);
        byte[] id = new byte[8];
        ThreadLocalRandom.current().nextBytes(id);
        return ByteBuffer.allocate(17 + value.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 8)
                .put(id)
                .putLong(value.length)
                .put(value)
                .array();
    }

    /** The layout until 3.21.0. */
    static byte[] firstMember(String payload) {
        byte[] value = payload.getBytes(UTF_8);
        return ByteBuffer.allocate(16 + value.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(ThreadLocalRandom.current().nextDouble(1e10))
                .putLong(value.length)
                .put(value)
                .array();
    }

    byte[] offer(String payload, long due) {
        byte[] member = member(payload);
        offer(member, due);
        return member;
    }

    void offer(byte[] member, double due) {
        redis.eval(
                OFFER,
                List.of(scores().getBytes(UTF_8), list().getBytes(UTF_8)),
                List.of(Double.toString(due).getBytes(UTF_8), member));
    }

    void offerNumbered(String prefix, int from, int to, long due) {
        try (AbstractPipeline pipeline = redis.pipelined()) {
            for (int i = from; i < to; i++) {
                byte[] member = member(prefix + i);
                pipeline.zadd(scores().getBytes(UTF_8), due + i % 10, member);
                pipeline.rpush(list().getBytes(UTF_8), member);
            }
        }
    }

    /** Redisson makes tasks due. */
    long transfer() {
        List<String> arguments = List.of(Long.toString(System.currentTimeMillis()));
        return (Long) redis.eval(TRANSFER, List.of(list(), scores(), name), arguments);
    }

    boolean remove(byte[] member) {
        redis.lrem(list().getBytes(UTF_8), 1, member);
        return redis.zrem(scores().getBytes(UTF_8), member) == 1;
    }

    long waiting() {
        return redis.zcard(scores());
    }

    /** Nothing is left of the migration, and nothing of what was moved. */
    void assertClean() {
        assertThat(Map.of(
                        "taken", redis.zcard(taken()),
                        "gone", redis.scard("delayqueue_gone:{" + name + "}"),
                        "waiting", waiting(),
                        "list", redis.llen(list())))
                .containsOnly(
                        Map.entry("taken", 0L), Map.entry("gone", 0L), Map.entry("waiting", 0L), Map.entry("list", 0L));
    }
}
