package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.LayoutStore;
import io.delayqueue.store.RegistryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** Registry on Redis: one hash, group to comma-separated topics. Beside it is the number of the data layout. */
final class RedisRegistryStore implements RegistryStore, LayoutStore {

    private static final byte[] ON_PURPOSE = bytes("1");

    private static final byte[] UNLESS_REMOVED = bytes("0");

    /** Maximum number of names in one call, which blocks Redis for other clients. */
    private static final int MAX_NAMES = 1_000;

    /** Ends of keys of a group that layout 1 and later ones do not have. */
    private static final List<String> BEFORE_THE_FIRST_LAYOUT = List.of(":WAITING", ":RESERVED", ":COUNTS");

    private static final byte[] MAX_REMOVALS = bytes(10_000);

    private static final byte[] NO_REMOVALS = bytes("");

    private static final byte[] MAX_RECORDS = bytes(MAX_UNREGISTERED);

    private static final byte[] RECORD_MICROS = bytes(TimeUnit.MINUTES.toMicros(RECORD_MINUTES));

    private final UnifiedJedis client;

    private final RedisCalls calls;

    /** Keys without a group. */
    private final Keys keys;

    private final String summary;

    private final byte[] channel;

    RedisRegistryStore(UnifiedJedis client, RedisCalls calls) {
        this.client = client;
        this.calls = calls;
        this.keys = calls.keys("");
        this.summary = calls.keyspace().registry();
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
        return unregister(group, "", MAX_REMOVALS);
    }

    @Override
    public boolean unregisterTopic(TopicName topic) {
        return unregister(topic.group(), topic.topic(), MAX_REMOVALS);
    }

    @Override
    public boolean unregisterUnused(String group, @Nullable String topic) {
        return unregister(group, topic == null ? "" : topic, NO_REMOVALS);
    }

    private boolean unregister(String group, String topic, byte[] removals) {
        List<byte[]> arguments =
                List.of(channel, bytes(group), bytes(topic), removals, MAX_RECORDS, bytes(MAX_OF_GROUP));
        return Replies.isOne(calls.value(Script.UNREGISTER, keys.of(Script.UNREGISTER), arguments));
    }

    @Override
    public Set<TopicName> recordUnregistered(Collection<TopicName> topics) {
        Set<TopicName> unregistered = new LinkedHashSet<>();
        for (List<TopicName> some : parts(topics)) {
            List<byte[]> arguments = new ArrayList<>(List.of(MAX_RECORDS));
            for (TopicName topic : some) {
                arguments.add(bytes(topic.group()));
                arguments.add(bytes(topic.topic()));
            }
            List<Object> answers = Replies.list(
                    calls.value(Script.RECORD_UNREGISTERED, keys.of(Script.RECORD_UNREGISTERED), arguments));
            for (int i = 0; i < some.size(); i++) {
                if (Replies.isOne(answers.get(i))) {
                    unregistered.add(some.get(i));
                }
            }
        }
        return unregistered;
    }

    @Override
    public Set<TopicName> unregistered() {
        String key = new String(keys.get(Key.UNREGISTERED), UTF_8);
        Set<TopicName> topics = new LinkedHashSet<>();
        List<String> names =
                new ArrayList<>(calls.repeat("reading the unregistered topics", () -> client.zrange(key, 0, -1)));
        Collections.reverse(names);
        for (String name : names) {
            int colon = name.indexOf(':');
            if (TopicName.isValid(name.substring(0, Math.max(0, colon)))
                    && TopicName.isValid(name.substring(colon + 1))) {
                topics.add(new TopicName(name.substring(0, colon), name.substring(colon + 1)));
            }
        }
        return topics;
    }

    @Override
    public void forgetUnregistered(Collection<TopicName> topics) {
        for (List<TopicName> some : parts(topics)) {
            List<byte[]> arguments = new ArrayList<>(List.of(RECORD_MICROS));
            some.forEach(topic -> arguments.add(bytes(topic.group() + ":" + topic.topic())));
            calls.value(Script.FORGET_UNREGISTERED, keys.of(Script.FORGET_UNREGISTERED), arguments);
        }
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
        Set<String> missing = new LinkedHashSet<>();
        for (int i = 0; i < members.length; i++) {
            if (!recorded.get(i)) {
                missing.add(ids.get(i));
            }
        }
        return missing;
    }

    private static List<List<TopicName>> parts(Collection<TopicName> topics) {
        List<TopicName> all = List.copyOf(topics);
        List<List<TopicName>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MAX_NAMES) {
            parts.add(all.subList(from, Math.min(from + MAX_NAMES, all.size())));
        }
        return parts;
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
