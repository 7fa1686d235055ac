package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static java.nio.charset.StandardCharsets.UTF_8;

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

/** The register on Redis: one hash, group to comma-separated topics. */
final class RedisRegistryStore implements RegistryStore {

    private static final byte[] CHANNEL = bytes(Keys.CHANGED);

    private static final String SUMMARY = new String(Keys.SUMMARY, UTF_8);

    private final UnifiedJedis client;

    private final RedisCalls calls;

    RedisRegistryStore(UnifiedJedis client, RedisCalls calls) {
        this.client = client;
        this.calls = calls;
    }

    @Override
    public Map<String, Set<String>> load() {
        Map<String, Set<String>> register = new LinkedHashMap<>();
        calls.repeat("loading the register", () -> client.hgetAll(SUMMARY))
                .forEach((group, topics) -> register.put(group, split(topics)));
        return register;
    }

    @Override
    public @Nullable Set<String> topics(String group) {
        String topics = calls.repeat("reading the register", () -> client.hget(SUMMARY, group));
        return topics == null ? null : split(topics);
    }

    @Override
    public boolean registerGroup(String group) {
        return change(Script.REGISTER, List.of(CHANNEL, bytes(group), bytes("")));
    }

    @Override
    public boolean registerTopics(Collection<TopicName> topics) {
        if (topics.isEmpty()) {
            return false;
        }
        List<byte[]> arguments = new ArrayList<>(1 + 2 * topics.size());
        arguments.add(CHANNEL);
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
        return Replies.isOne(
                calls.script(script, List.of(Keys.SUMMARY), arguments).value());
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
