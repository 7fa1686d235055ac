package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.TopicName;
import io.delayqueue.store.Register;
import io.delayqueue.store.RegistryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/** The register on Redis: one hash, group to comma-separated topics. */
final class RedisRegistryStore implements RegistryStore {

    private static final byte[] CHANNEL = bytes(Keys.CHANGED);

    private static final String SUMMARY = new String(Keys.SUMMARY, UTF_8);

    private static final List<byte[]> KEYS = List.of(Keys.SUMMARY, Keys.EPOCH);

    private final UnifiedJedis client;

    private final RedisCalls calls;

    RedisRegistryStore(UnifiedJedis client, RedisCalls calls) {
        this.client = client;
        this.calls = calls;
    }

    @Override
    public Register load() {
        List<Object> reply =
                Replies.list(calls.script(Script.LOAD_REGISTER, KEYS, List.of()).value());
        String epoch = Replies.string(reply.get(0));
        Map<String, Set<String>> groups = new LinkedHashMap<>();
        for (int i = 1; i < reply.size(); i += 2) {
            groups.put(Replies.string(reply.get(i)), split(Replies.string(reply.get(i + 1))));
        }
        return new Register(epoch.isEmpty() ? null : epoch, groups);
    }

    @Override
    public @Nullable Set<String> topics(String group) {
        String topics = calls.repeat("reading the register", () -> client.hget(SUMMARY, group));
        return topics == null ? null : split(topics);
    }

    @Override
    public boolean registerGroup(String group) {
        return change(Script.REGISTER, List.of(CHANNEL, newEpoch(), bytes(group), bytes("")));
    }

    @Override
    public boolean registerTopics(Collection<TopicName> topics) {
        if (topics.isEmpty()) {
            return false;
        }
        List<byte[]> arguments = new ArrayList<>(2 + 2 * topics.size());
        arguments.add(CHANNEL);
        arguments.add(newEpoch());
        for (TopicName topic : topics) {
            arguments.add(bytes(topic.group()));
            arguments.add(bytes(topic.topic()));
        }
        return change(Script.REGISTER, arguments);
    }

    @Override
    public boolean cancelGroup(String group) {
        return change(Script.CANCEL_REGISTRATION, List.of(CHANNEL, bytes(group), bytes("")));
    }

    @Override
    public boolean cancelTopic(TopicName topic) {
        return change(Script.CANCEL_REGISTRATION, List.of(CHANNEL, bytes(topic.group()), bytes(topic.topic())));
    }

    private boolean change(Script script, List<byte[]> arguments) {
        return Replies.isOne(calls.script(script, script == Script.REGISTER ? KEYS : List.of(Keys.SUMMARY), arguments)
                .value());
    }

    private static byte[] newEpoch() {
        return bytes(UUID.randomUUID().toString());
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
