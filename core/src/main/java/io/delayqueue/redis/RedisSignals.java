package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.store.Signals;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** Signals on Redis: a list of at most one token a topic, waited for with BLPOP. */
record RedisSignals(RedisCalls waits, RedisCalls calls) implements Signals {

    private static final double MAX_WAIT_SECONDS = 4;

    /** Redis before 7.0.8 rounds one millisecond to zero, which is a wait without end. */
    private static final double BRIEF_WAIT_SECONDS = 0.005;

    private static final int INTERRUPT_KEPT_MILLIS = 5_000;

    @Override
    public @Nullable String await(String group, List<String> topics, String instance, Duration atMost) {
        Keys keys = calls.keys(group);
        byte[][] lists = new byte[topics.size() + 1][];
        lists[0] = keys.get(Key.INTERRUPT, instance);
        for (int i = 0; i < topics.size(); i++) {
            lists[i + 1] = keys.get(Key.SIGNAL, topics.get(i));
        }
        double seconds = Math.min(Math.max(atMost.toMillis() / 1_000d, BRIEF_WAIT_SECONDS), MAX_WAIT_SECONDS);
        KeyValue<byte[], byte[]> token = waits.once("waiting for signals", () -> pop(group, instance, seconds, lists));
        if (token == null) {
            return null;
        }
        String key = new String(token.getKey(), UTF_8);
        String start = new String(keys.get(Key.SIGNAL, ""), UTF_8);
        return key.startsWith(start) ? key.substring(start.length()) : null;
    }

    private @Nullable KeyValue<byte[], byte[]> pop(String group, String instance, double seconds, byte[]... lists) {
        try {
            return waits.client.blpop(seconds, lists);
        } catch (JedisDataException e) {
            if (!TransientErrors.isReply(e, "UNBLOCKED")) {
                throw e;
            }
            // A server that becomes a replica ends all waits and their connections. A write fails with its reason.
            interruptWait(group, instance);
            return null;
        }
    }

    @Override
    public void interruptWait(String group, String instance) {
        calls.script(Script.INTERRUPT_WAIT, calls.keys(group).with(instance), INTERRUPT_KEPT_MILLIS);
    }
}
