package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.TopicName;
import io.delayqueue.store.RegistryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/** Registry on Redis: one hash, group to comma-separated topics. */
final class RedisRegistryStore implements RegistryStore {

    private static final byte[] ON_PURPOSE = bytes("1");

    private static final byte[] UNLESS_REMOVED = bytes("0");

    /** Maximum number of names in one call, which blocks Redis for other clients. */
    private static final int MAX_NAMES = 1_000;

    private static final byte[] MAX_REMOVALS = bytes(10_000);

    private static final String SUMMARY = Key.SUMMARY.in("", "");

    private final UnifiedJedis client;

    private final RedisCalls calls;

    /** Keys without a group. */
    private final Keys keys;

    private final byte[] channel;

    RedisRegistryStore(UnifiedJedis client, RedisCalls calls) {
        this.client = client;
        this.calls = calls;
        this.keys = calls.keys("");
        this.channel = bytes(Keys.changedChannel(calls.database()));
    }

    @Override
    public Map<String, Set<String>> load() {
        Map<String, Set<String>> groups = new LinkedHashMap<>();
        calls.repeat("reading the registry", () -> client.hgetAll(SUMMARY))
                .forEach((group, topics) -> groups.put(group, split(topics)));
        return groups;
    }

    @Override
    public @Nullable Set<String> topics(String group) {
        String topics = calls.repeat("reading the registry", () -> client.hget(SUMMARY, group));
        return topics == null ? null : split(topics);
    }

    @Override
    public boolean registerGroup(String group) {
        return register(ON_PURPOSE, List.of(bytes(group), bytes("")));
    }

    @Override
    public boolean registerTopics(Collection<TopicName> topics) {
        List<byte[]> names = new ArrayList<>(2 * topics.size());
        for (TopicName topic : topics) {
            names.add(bytes(topic.group()));
            names.add(bytes(topic.topic()));
        }
        return register(ON_PURPOSE, names);
    }

    @Override
    public boolean restore(Map<String, Set<String>> lost) {
        List<byte[]> names = new ArrayList<>();
        lost.forEach((group, topics) -> {
            names.add(bytes(group));
            names.add(bytes(""));
            for (String topic : topics) {
                names.add(bytes(group));
                names.add(bytes(topic));
            }
        });
        return register(UNLESS_REMOVED, names);
    }

    private boolean register(byte[] how, List<byte[]> names) {
        boolean changed = false;
        for (int from = 0; from < names.size(); from += 2 * MAX_NAMES) {
            List<byte[]> arguments = new ArrayList<>(List.of(channel, how));
            arguments.addAll(names.subList(from, Math.min(from + 2 * MAX_NAMES, names.size())));
            changed |= Replies.isOne(calls.value(Script.REGISTER, keys.of(Script.REGISTER), arguments));
        }
        return changed;
    }

    @Override
    public boolean unregisterGroup(String group) {
        return unregister(group, "");
    }

    @Override
    public boolean unregisterTopic(TopicName topic) {
        return unregister(topic.group(), topic.topic());
    }

    private boolean unregister(String group, String topic) {
        List<byte[]> arguments = List.of(channel, bytes(group), bytes(topic), MAX_REMOVALS);
        return Replies.isOne(calls.value(Script.UNREGISTER, keys.of(Script.UNREGISTER), arguments));
    }

    private static Set<String> split(String topics) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : topics.split(",")) {
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return names;
    }
}
