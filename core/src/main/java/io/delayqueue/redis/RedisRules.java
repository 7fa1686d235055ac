package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.TaskStoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Changes the rules of topics and the limits of groups: reads all, and writes what is to change if all is still as it was read. */
final class RedisRules {

    private static final int MAX_TRIES = 10;

    private final RedisCalls calls;

    RedisRules(RedisCalls calls) {
        this.calls = calls;
    }

    Rules read(String group) {
        String key = new String(calls.keys(group).get(Key.RULES), UTF_8);
        return new Rules(group, calls.repeat("reading the rules", () -> calls.client.hgetAll(key)));
    }

    /**
     * Changes rules in one step.
     *
     * @param change plans changes, perhaps several times; nothing is written if it throws
     * @return the result of the change
     */
    <T> T change(String group, Function<Rules, T> change) {
        Keys k = calls.keys(group);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Rules rules = read(group);
            T result = change.apply(rules);
            rules.revise(calls.nonce());
            List<String> fields = rules.changed();
            List<String> texts = new ArrayList<>();
            fields.forEach(field -> texts.addAll(List.of(field, rules.textBefore(field), rules.text(field))));
            if (fields.isEmpty()) {
                return result;
            }
            Reply reply = calls.wakingScript(Script.SET_RULES, k, fields.size(), texts, rules.topics());
            // The sending whose reply was lost has written them.
            if (reply.isOne() || reply.repeated() && rules.areIn(read(group))) {
                return result;
            }
        }
        throw new TaskStoreException("The rules of " + group + " change all the time", null);
    }

    long time(String group) {
        return calls.script(Script.TIME, calls.keys(group)).number();
    }
}
