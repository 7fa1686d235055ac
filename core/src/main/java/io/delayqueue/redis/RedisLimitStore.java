package io.delayqueue.redis;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskCounts;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.limit.Rate;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TopicStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps limits in Redis: in one hash with the rules of topics, which the scripts that lease tasks read. */
final class RedisLimitStore implements LimitStore {

    /** Microseconds by which the bucket of a rate is larger than its burst. */
    private static final int AHEAD_MICROS = 5_000;

    private final RedisRules rules;

    private final TopicStore topics;

    RedisLimitStore(RedisCalls calls, TopicStore topics) {
        this.rules = new RedisRules(calls);
        this.topics = topics;
    }

    @Override
    public SortedMap<String, String> declare(
            String group, Declaration declaration, BiPredicate<String, String> isLive) {
        return rules.change(group, null, all -> {
            SortedMap<String, String> before = new TreeMap<>();
            declaration.texts().forEach((field, declared) -> {
                String last = all.text(Rules.DECLARED + field);
                boolean missing = !declared.isEmpty()
                        && (last.isEmpty() || all.text(field).isEmpty());
                boolean differs = !last.isEmpty() && !last.equals(declared);
                if (differs ? !isLive.test(field, last) : missing) {
                    before.put(field, all.definition(field));
                    all.define(field, declared);
                    all.put(Rules.DECLARED + field, declared);
                }
            });
            return before;
        });
    }

    private static @Nullable Limit limit(String group, String name, String definition) {
        if (definition.isEmpty()) {
            return null;
        }
        String[] parts = definition.split("\\|", -1);
        return new Limit(
                group,
                name,
                parts[0].isEmpty() ? null : Integer.valueOf(parts[0]),
                parts[1].isEmpty() ? null : Rate.valueOf(parts[1]),
                parts[2].isEmpty() ? null : Integer.valueOf(parts[2]));
    }

    @Override
    public List<LimitInfo> list(String group) {
        Rules all = rules.read(group, null);
        List<String> names = all.limits();
        if (names.isEmpty()) {
            return List.of();
        }
        Set<String> users =
                names.stream().flatMap(name -> all.names(LIMIT + name).stream()).collect(Collectors.toSet());
        // At least one is counted, because the time comes with the counts.
        users.add(names.get(0));
        List<TopicForecast> counts = topics.forecast(group, users, List.of());
        long now = counts.get(0).at().toEpochMilli();
        Map<String, TaskCounts> byTopic = counts.stream()
                .map(TopicForecast::counts)
                .collect(Collectors.toMap(one -> one.topic().topic(), one -> one));
        return names.stream().map(name -> info(group, name, all, byTopic, now)).toList();
    }

    private static LimitInfo info(String group, String name, Rules all, Map<String, TaskCounts> counts, long now) {
        String field = LIMIT + name;
        Limit limit = Objects.requireNonNull(limit(group, name, all.definition(field)));
        List<String> users = all.names(field).stream().sorted().toList();
        List<TaskCounts> counted = users.stream().map(counts::get).toList();
        Rate rate = limit.rate();
        double interval = rate == null ? 0 : rate.intervalMicros();
        double spent = all.until(Rules.SPENT + name) - (limit.tokens() - 1) * interval;
        return new LimitInfo(
                limit,
                limit(group, name, all.text(Rules.DECLARED + field)),
                counted.stream().mapToLong(TaskCounts::reserved).sum(),
                counted.stream().mapToLong(TaskCounts::ready).sum(),
                ahead(all.until(field), now),
                rate == null ? null : ahead((long) Math.ceil((spent - AHEAD_MICROS) / 1_000), now),
                users);
    }

    private static @Nullable Instant ahead(long millis, long now) {
        return millis > now ? Instant.ofEpochMilli(millis) : null;
    }

    @Override
    public void set(Limit limit) {
        String name = limit.name();
        rules.change(limit.group(), null, all -> {
            boolean isNew = !all.has(name);
            all.define(LIMIT + name, Declaration.text(limit));
            if (isNew && all.names(LIMIT + name).isEmpty()) {
                List<String> limits =
                        Stream.concat(all.names(name).stream(), Stream.of(name)).toList();
                if (limits.size() > Limit.MAX_OF_TOPIC) {
                    throw new InvalidSettingException(
                            "topic " + limit.group() + "/" + name, "limits", "must be at most " + Limit.MAX_OF_TOPIC);
                }
                all.define(name, String.join(",", limits));
            }
            return true;
        });
    }

    @Override
    public boolean reset(String group, String name) {
        return rules.change(group, null, all -> {
            String declared = all.text(Rules.DECLARED + LIMIT + name);
            if (declared.isEmpty()) {
                return all.removeLimit(name);
            }
            all.define(LIMIT + name, declared);
            return true;
        });
    }

    @Override
    public boolean remove(String group, String name) {
        return rules.change(group, null, all -> all.removeLimit(name));
    }

    @Override
    public Map<String, Set<String>> audit(String group, boolean repair) {
        return rules.change(group, null, all -> {
            Map<String, Set<String>> found = all.mismatches();
            if (repair) {
                found.values().forEach(limits -> limits.forEach(all::mend));
            }
            return found;
        });
    }

    @Override
    public boolean hold(String group, String name, Instant until) {
        return rules.change(group, LIMIT + name, all -> all.has(name) && all.hold(LIMIT + name, millis(until)));
    }

    /** Returns the end of a hold, before that of a pause. */
    static long millis(Instant until) {
        return Math.max(0, Math.min(until.toEpochMilli(), TaskEdit.PAUSED_UNTIL - 1));
    }
}
