package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.TopicName;
import io.delayqueue.store.HistoryStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Rules of histories on Redis: a hash for each group. */
final class RedisHistoryStore implements HistoryStore {

    private final RedisCalls calls;

    /** Whether a topic had a rule when they were read last, by group. */
    private final Map<String, Boolean> recorded = new ConcurrentHashMap<>();

    RedisHistoryStore(RedisCalls calls) {
        this.calls = calls;
    }

    @Override
    public Map<String, String> rules(String group, Collection<String> topics) {
        Map<String, String> rules = new HashMap<>();
        String key = new String(calls.keys(group).get(Key.RECORDED), UTF_8);
        List<String> fields = List.copyOf(topics);
        if (!fields.isEmpty()) {
            List<String> texts = calls.repeat(
                    "reading the rules of histories", () -> calls.client.hmget(key, fields.toArray(String[]::new)));
            for (int i = 0; i < fields.size(); i++) {
                if (texts.get(i) != null) {
                    rules.put(fields.get(i), texts.get(i));
                }
            }
        }
        recorded.put(group, !rules.isEmpty());
        return rules;
    }

    @Override
    public boolean declare(TopicName topic, String before, String rule) {
        boolean isWritten = calls.script(Script.DECLARE_HISTORY, calls.keys(topic), topic.topic(), before, rule)
                .isOne();
        if (isWritten && !rule.isEmpty()) {
            recorded.put(topic.group(), true);
        }
        return isWritten;
    }

    @Override
    public Set<String> changed() {
        return Set.copyOf(recorded.keySet());
    }

    /** Returns whether the scripts that remove and replace tasks of a group are to write records. */
    boolean isRecorded(String group) {
        Boolean known = recorded.get(group);
        if (known == null && recorded.size() < RedisCalls.MAX_GROUPS) {
            recorded.put(group, false);
        }
        return known != null && known;
    }
}
