package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.RegistryStore;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.params.ZRangeParams;

/** Registry on Redis: one hash, group to comma-separated topics. Beside it is the number of the data layout. */
final class RedisRegistryStore implements RegistryStore {

    /** Maximum number of topics in one call, which blocks Redis for other clients. */
    private static final int MAX_NAMES = 1_000;

    /** Ends of keys of a group that layout 1 and later ones do not have. */
    private static final List<String> BEFORE_THE_FIRST_LAYOUT = List.of(":WAITING", ":RESERVED", ":COUNTS");

    private static final int MAX_REMOVALS = 10_000;

    private static final Logger log = Loggers.of(RedisRegistryStore.class);

    private final RedisCalls calls;

    /** Keys without a group. */
    private final Keys keys;

    private final String summary;

    private final String unregistered;

    private final String channel;

    /** Invalid names that were logged. */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    RedisRegistryStore(RedisCalls calls) {
        this.calls = calls;
        this.keys = calls.keys("");
        this.summary = calls.keyspace.registry();
        this.unregistered = keys.text(Key.UNREGISTERED);
        this.channel = calls.keyspace.changedChannel();
    }

    @Override
    public Map<String, Set<String>> load() {
        Map<String, Set<String>> groups = new LinkedHashMap<>();
        calls.repeat("reading the registry", () -> calls.client.hgetAll(summary))
                .forEach((group, topics) -> {
                    if (isValid(group)) {
                        groups.put(group, split(topics));
                    }
                });
        return groups;
    }

    @Override
    public @Nullable Set<String> topics(String group) {
        String topics = calls.repeat("reading the registry", () -> calls.client.hget(summary, group));
        return topics == null ? null : split(topics);
    }

    @Override
    public boolean register(String group, Collection<String> topics) {
        return register(true, group, topics);
    }

    @Override
    public boolean restore(String group, Collection<String> topics) {
        return register(false, group, topics);
    }

    private boolean register(boolean onPurpose, String group, Collection<String> topics) {
        boolean changed = false;
        for (List<String> part : RedisCalls.parts(topics, MAX_NAMES)) {
            changed |= calls.script(Script.REGISTER, keys, channel, onPurpose, group, part)
                    .isOne();
        }
        return changed;
    }

    @Override
    public boolean unregister(String group, @Nullable String topic) {
        return unregister(group, topic, MAX_REMOVALS);
    }

    @Override
    public boolean unregisterUnused(String group, @Nullable String topic) {
        return unregister(group, topic, null);
    }

    private boolean unregister(String group, @Nullable String topic, @Nullable Integer removals) {
        return calls.script(Script.UNREGISTER, keys, channel, group, topic, removals, MAX_UNREGISTERED, MAX_OF_GROUP)
                .isOne();
    }

    @Override
    public void recordUnregistered(Collection<TopicName> topics) {
        calls.script(Script.RECORD_UNREGISTERED, keys, MAX_UNREGISTERED, members(topics));
    }

    @Override
    public Set<TopicName> unregistered() {
        Set<TopicName> topics = new LinkedHashSet<>();
        ZRangeParams newestFirst = ZRangeParams.zrangeParams(0, -1).rev();
        for (String name :
                calls.repeat("reading the unregistered topics", () -> calls.client.zrange(unregistered, newestFirst))) {
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
        String[] members = members(topics).toArray(String[]::new);
        calls.repeat("forgetting unregistered topics", () -> calls.client.zrem(unregistered, members));
    }

    private static List<String> members(Collection<TopicName> topics) {
        return topics.stream().map(topic -> topic.group() + ":" + topic.topic()).toList();
    }

    @Override
    public void recordDeclared(String group, String id) {
        byte[] key = calls.keys(group).get(Key.DECLARED);
        calls.repeat("recording a schedule", () -> calls.client.sadd(key, bytes(id)));
    }

    @Override
    public Set<String> undeclared(String group, List<String> ids) {
        byte[] key = calls.keys(group).get(Key.DECLARED);
        byte[][] members = ids.stream().map(Keys::bytes).toArray(byte[][]::new);
        List<Boolean> recorded = calls.repeat("reading the schedules", () -> calls.client.smismember(key, members));
        return IntStream.range(0, ids.size())
                .filter(i -> !recorded.get(i))
                .mapToObj(ids::get)
                .collect(toSet());
    }

    /** {@return the identity of the store, which is written by the first call} */
    String identity() {
        byte[] key = keys.get(Key.IDENTITY);
        byte[] first = bytes(UUID.randomUUID().toString());
        return calls.repeat("reading the identity of the store", () -> {
            calls.client.set(key, first, SetParams.setParams().nx());
            return new String(calls.client.get(key), UTF_8);
        });
    }

    @Override
    public int layout(@Nullable Integer otherwise) {
        String number = calls.script(Script.NUMBER_LAYOUT, keys, otherwise).string();
        try {
            return number.isEmpty() ? 0 : Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw new TaskStoreException(
                    "Redis at " + calls.address + " has no number in the key " + keys.text(Key.LAYOUT), e);
        }
    }

    @Override
    public @Nullable String unreadableKey(String group) {
        String tag = calls.keyspace.tag(group);
        for (String old : BEFORE_THE_FIRST_LAYOUT) {
            if (calls.repeat("reading the data layout", () -> calls.client.exists(tag + old))) {
                return tag + old;
            }
        }
        String topics = tag + ":TOPICS";
        // Of this layout it is a sorted set. Of a later one it is a string, on which the scripts of this one fail.
        Boolean later = calls.repeat("reading the data layout", () -> {
            try {
                return calls.client.get(topics) != null;
            } catch (JedisDataException e) {
                if (TransientErrors.isReply(e, "WRONGTYPE")) {
                    return false;
                }
                throw e;
            }
        });
        return later ? topics : null;
    }

    private Set<String> split(String topics) {
        return Arrays.stream(topics.split(","))
                .filter(name -> !name.isEmpty() && isValid(name))
                .collect(toCollection(LinkedHashSet::new));
    }

    /** Another program may have written invalid names. */
    private boolean isValid(String name) {
        boolean valid = TopicName.isValid(name);
        if (!valid && refused.add(name)) {
            log.warn("The registry holds the name '{}', which is not valid for a group or topic: it is ignored", name);
        }
        return valid;
    }
}
