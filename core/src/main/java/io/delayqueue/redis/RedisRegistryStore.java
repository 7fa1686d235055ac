package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.LayoutStore;
import io.delayqueue.store.RegistryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ZRangeParams;

/** Registry on Redis: one hash, group to comma-separated topics. Beside it is the number of the data layout. */
final class RedisRegistryStore implements RegistryStore, LayoutStore {

    private static final byte[] ON_PURPOSE = bytes("1");

    private static final byte[] UNLESS_REMOVED = bytes("0");

    /** Maximum number of topics in one call, which blocks Redis for other clients. */
    private static final int MAX_NAMES = 1_000;

    /** Ends of keys of a group that layout 1 and later ones do not have. */
    private static final List<String> BEFORE_THE_FIRST_LAYOUT = List.of(":WAITING", ":RESERVED", ":COUNTS");

    private static final byte[] MAX_REMOVALS = bytes(10_000);

    private static final byte[] NO_REMOVALS = bytes("");

    private final UnifiedJedis client;

    private final RedisCalls calls;

    /** Keys without a group. */
    private final Keys keys;

    private final String summary;

    private final String unregistered;

    private final byte[] channel;

    RedisRegistryStore(UnifiedJedis client, RedisCalls calls) {
        this.client = client;
        this.calls = calls;
        this.keys = calls.keys("");
        this.summary = calls.keyspace().registry();
        this.unregistered = new String(keys.get(Key.UNREGISTERED), UTF_8);
        this.channel = bytes(calls.keyspace().changedChannel());
    }

    @Override
    public Map<String, Set<String>> load() {
        Map<String, Set<String>> groups = new LinkedHashMap<>();
        calls.repeat("reading the registry", () -> client.hgetAll(summary))
                .forEach((group, topics) -> groups.put(group, split(topics)));
        return groups;
    }

    @Override
    public @Nullable Set<String> topics(String group) {
        String topics = calls.repeat("reading the registry", () -> client.hget(summary, group));
        return topics == null ? null : split(topics);
    }

    @Override
    public boolean register(String group, Collection<String> topics) {
        return register(ON_PURPOSE, group, topics);
    }

    @Override
    public boolean restore(String group, Collection<String> topics) {
        return register(UNLESS_REMOVED, group, topics);
    }

    private boolean register(byte[] how, String group, Collection<String> topics) {
        List<String> all = List.copyOf(topics);
        boolean changed = false;
        int from = 0;
        do {
            List<byte[]> arguments = new ArrayList<>(List.of(channel, how, bytes(group)));
            int to = Math.min(from + MAX_NAMES, all.size());
            all.subList(from, to).forEach(topic -> arguments.add(bytes(topic)));
            changed |= Replies.isOne(calls.value(Script.REGISTER, keys.of(Script.REGISTER), arguments));
            from = to;
        } while (from < all.size());
        return changed;
    }

    @Override
    public boolean unregister(String group, @Nullable String topic) {
        return unregister(group, topic, MAX_REMOVALS);
    }

    @Override
    public boolean unregisterUnused(String group, @Nullable String topic) {
        return unregister(group, topic, NO_REMOVALS);
    }

    private boolean unregister(String group, @Nullable String topic, byte[] removals) {
        List<byte[]> arguments = List.of(
                channel,
                bytes(group),
                bytes(topic == null ? "" : topic),
                removals,
                bytes(MAX_UNREGISTERED),
                bytes(MAX_OF_GROUP));
        return Replies.isOne(calls.value(Script.UNREGISTER, keys.of(Script.UNREGISTER), arguments));
    }

    @Override
    public void recordUnregistered(Collection<TopicName> topics) {
        List<byte[]> arguments = new ArrayList<>(List.of(bytes(MAX_UNREGISTERED)));
        topics.forEach(topic -> arguments.add(bytes(member(topic))));
        calls.value(Script.RECORD_UNREGISTERED, keys.of(Script.RECORD_UNREGISTERED), arguments);
    }

    @Override
    public Set<TopicName> unregistered() {
        Set<TopicName> topics = new LinkedHashSet<>();
        ZRangeParams newestFirst = ZRangeParams.zrangeParams(0, -1).rev();
        for (String name :
                calls.repeat("reading the unregistered topics", () -> client.zrange(unregistered, newestFirst))) {
            int colon = name.indexOf(':');
            String group = name.substring(0, Math.max(0, colon));
            String topic = name.substring(colon + 1);
            if (TopicName.isValid(group) && TopicName.isValid(topic)) {
                topics.add(new TopicName(group, topic));
            }
        }
        return topics;
    }

    @Override
    public void forgetUnregistered(Collection<TopicName> topics) {
        String[] members = topics.stream().map(RedisRegistryStore::member).toArray(String[]::new);
        calls.repeat("forgetting unregistered topics", () -> client.zrem(unregistered, members));
    }

    private static String member(TopicName topic) {
        return topic.group() + ":" + topic.topic();
    }

    @Override
    public void recordDeclared(String group, String id) {
        byte[] key = calls.keys(group).get(Key.DECLARED);
        calls.repeat("recording a schedule", () -> client.sadd(key, bytes(id)));
    }

    @Override
    public Set<String> undeclared(String group, List<String> ids) {
        byte[] key = calls.keys(group).get(Key.DECLARED);
        byte[][] members = ids.stream().map(Keys::bytes).toArray(byte[][]::new);
        List<Boolean> recorded = calls.repeat("reading the schedules", () -> client.smismember(key, members));
        return IntStream.range(0, ids.size())
                .filter(i -> !recorded.get(i))
                .mapToObj(ids::get)
                .collect(Collectors.toSet());
    }

    @Override
    public int number() {
        return number(bytes(""));
    }

    @Override
    public int write(int number) {
        return number(bytes(number));
    }

    private int number(byte[] otherwise) {
        String number =
                Replies.string(calls.value(Script.NUMBER_LAYOUT, keys.of(Script.NUMBER_LAYOUT), List.of(otherwise)));
        try {
            return number.isEmpty() ? 0 : Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw new TaskStoreException(
                    "Redis at " + calls.address() + " has no number in the key "
                            + new String(keys.get(Key.LAYOUT), UTF_8),
                    e);
        }
    }

    @Override
    public @Nullable String unreadableKey(String group) {
        String tag = calls.keyspace().tag(group);
        for (String old : BEFORE_THE_FIRST_LAYOUT) {
            if (calls.repeat("reading the data layout", () -> client.exists(tag + old))) {
                return tag + old;
            }
        }
        String topics = tag + ":TOPICS";
        // Of this layout it is a sorted set. Of a later one it is a string, on which the scripts of this one fail.
        Boolean later = calls.repeat("reading the data layout", () -> {
            try {
                return client.get(topics) != null;
            } catch (JedisDataException e) {
                if (String.valueOf(e.getMessage()).startsWith("WRONGTYPE")) {
                    return false;
                }
                throw e;
            }
        });
        return later ? topics : null;
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
