package io.delayqueue.redis;

import io.delayqueue.TopicName;
import io.delayqueue.store.Signals;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** Signals on Redis: a list of at most one token a topic, waited for with BLPOP. */
record RedisSignals(RedisCalls waits, RedisCalls calls) implements Signals {

    private static final double MAX_WAIT_SECONDS = 4;

    /** Redis before 7.0.8 rounds one millisecond to zero, which is a wait without end. */
    private static final double BRIEF_WAIT_SECONDS = 0.005;

    private static final int INTERRUPT_KEPT_MILLIS = 5_000;

    @Override
    public @Nullable TopicName await(List<TopicName> topics, String instance, Duration atMost) {
        String group = topics.get(0).group();
        byte[][] lists = new byte[topics.size() + 1][];
        lists[0] = calls.keys(group).get(Key.INTERRUPT, instance);
        for (int i = 0; i < topics.size(); i++) {
            lists[i + 1] = calls.keys(topics.get(i)).get(Key.SIGNAL);
        }
        double seconds = Math.min(Math.max(atMost.toMillis() / 1_000d, BRIEF_WAIT_SECONDS), MAX_WAIT_SECONDS);
        KeyValue<byte[], byte[]> token = waits.once("waiting for signals", () -> pop(group, instance, seconds, lists));
        for (int i = 0; token != null && i < topics.size(); i++) {
            if (Arrays.equals(lists[i + 1], token.getKey())) {
                return topics.get(i);
            }
        }
        return null;
    }

    @Override
    public boolean spansGroups() {
        // The keys of a cluster's groups are in several slots.
        return !(waits.client instanceof RedisClusterClient);
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
