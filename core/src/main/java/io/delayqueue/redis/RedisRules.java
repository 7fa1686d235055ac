package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.TaskStoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes the rules of topics and the limits of groups: reads them, and writes what is to change if all that was read is still so. */
final class RedisRules {

    private static final int MAX_TRIES = 10;

    private final RedisCalls calls;

    RedisRules(RedisCalls calls) {
        this.calls = calls;
    }

    /** Reads the rules of a group; only one if a field is given. */
    Rules read(String group, @Nullable String field) {
        String key = new String(calls.keys(group).get(Key.RULES), UTF_8);
        return new Rules(
                group,
                calls.repeat(
                        "reading the rules",
                        () -> field == null
                                ? calls.client.hgetAll(key)
                                : Map.of(field, Objects.requireNonNullElse(calls.client.hget(key, field), ""))));
    }

    /**
     * Changes rules in one step.
     *
     * @param field the only rule that the change depends on; null if it depends on all
     * @param change plans changes, perhaps several times; nothing is written if it throws
     * @return the result of the change
     */
    <T> T change(String group, @Nullable String field, Function<Rules, T> change) {
        Keys k = calls.keys(group);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Rules rules = read(group, field);
            T result = change.apply(rules);
            if (field == null) {
                rules.revise(calls.nonce());
            }
            List<String> fields = rules.changed();
            List<String> texts = new ArrayList<>();
            fields.forEach(name -> texts.addAll(List.of(name, rules.textBefore(name), rules.text(name))));
            if (fields.isEmpty()) {
                return result;
            }
            Reply reply = calls.wakingScript(Script.SET_RULES, k, fields.size(), texts, rules.topics());
            // The sending whose reply was lost has written them.
            if (reply.isOne() || reply.repeated() && rules.areIn(read(group, field))) {
                return result;
            }
        }
        throw new TaskStoreException("The rules of " + group + " change all the time", null);
    }

    long time(String group) {
        return calls.script(Script.TIME, calls.keys(group)).number();
    }
}
