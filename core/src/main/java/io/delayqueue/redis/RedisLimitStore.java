package io.delayqueue.redis;

import static java.util.Objects.requireNonNullElse;

import io.delayqueue.store.LimitStore;
import io.delayqueue.store.Rules;
import io.delayqueue.store.TopicStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changes rules in Redis: reads them, and writes what is to change if all that was read is still so. */
record RedisLimitStore(RedisCalls calls, TopicStore topics) implements LimitStore {

    /** Field that each change changes, because a change also depends on fields that it leaves as they are. */
    private static final String REVISION = "#";

    /** From 1 to a million. */
    private static final String NUMBER = "([1-9]\\d{0,5}|1000000)";

    private static final String DEFINITION = NUMBER + "?\\|(" + NUMBER + "/[smh])?\\|" + NUMBER + "?";

    /** Order of keys and size of batches in the rule of a topic, as {@link Rules.LeaseRule#text} has them. */
    private static final String ORDER = "((([1-9]|1[0-6])\\|[BP]|\\|)\\|(\\d{1,4}\\|\\d{1,17}|\\|)\\|)?";

    /** Finds fields with texts that can be read. Others are missing, so that the next declaration writes them again. */
    private static final Predicate<String> READABLE = Pattern.compile(
                    "%.*\n\\d{1,17}\\|" + DEFINITION + "\\|[^|]*|=%.*\n" + DEFINITION
                            + "|(=[^%]|#).*\n.*|\\w.*\n\\d{1,17}\\|" + ORDER + "[^|]*|~.*\n\\d{1,17}\\|.*")
            .asMatchPredicate();

    private Map<String, String> read(Keys k, @Nullable String field) {
        String key = k.text(Key.RULES);
        return calls.repeat(
                "reading the rules",
                () -> field == null
                        ? calls.client.hgetAll(key)
                        : Map.of(field, requireNonNullElse(calls.client.hget(key, field), "")));
    }

    @Override
    public <T> T change(String group, @Nullable String field, Function<Rules, T> change) {
        Keys k = calls.keys(group);
        return RedisCalls.compareAndSet("A rule of " + group, () -> {
            Map<String, String> before = read(k, field);
            Map<String, String> readable = new HashMap<>(before);
            readable.entrySet().removeIf(one -> !READABLE.test(one.getKey() + "\n" + one.getValue()));
            Rules rules = new Rules(group, readable);
            T result = change.apply(rules);
            Map<String, String> after = rules.texts();
            if (field == null && !after.equals(readable)) {
                boolean isEmpty = after.keySet().stream().allMatch(name -> name.matches("[#~].*"));
                rules.put(REVISION, isEmpty ? "" : calls.nonce());
            }
            // One field is also written without a change, because each pause is announced.
            List<String> fields = field == null ? differing(readable, after) : List.of(field);
            if (fields.isEmpty()) {
                return result;
            }
            List<String> texts = new ArrayList<>();
            fields.forEach(
                    name -> texts.addAll(List.of(name, before.getOrDefault(name, ""), after.getOrDefault(name, ""))));
            // These may be allowed more now.
            Set<String> allowed = new Rules(group, readable).topics();
            allowed.addAll(rules.topics());
            Reply reply = calls.wakingScript(Script.SET_RULES, k, fields.size(), texts, allowed);
            // The sending whose reply was lost has written them.
            boolean isWritten =
                    reply.isOne() || reply.repeated() && Collections.disjoint(fields, differing(read(k, field), after));
            return isWritten ? result : null;
        });
    }

    /** Returns the fields whose texts differ, those that go last. */
    private static List<String> differing(Map<String, String> before, Map<String, String> after) {
        return Stream.concat(after.keySet().stream(), before.keySet().stream())
                .distinct()
                .filter(field -> !before.getOrDefault(field, "").equals(after.getOrDefault(field, "")))
                .toList();
    }
}
