package io.delayqueue.redis;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.limit.Rate;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TopicStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
    public Changes declare(String group, Declaration declaration, @Nullable Collection<Declaration> live) {
        Map<String, String> mine = texts(declaration);
        List<Map<String, String>> others = live == null
                ? List.of()
                : live.stream().map(RedisLimitStore::texts).toList();
        return rules.change(group, all -> {
            Map<String, @Nullable Limit> limits = new HashMap<>();
            Map<String, List<String>> ofTopics = new HashMap<>();
            boolean waits = false;
            for (Map.Entry<String, String> entry : mine.entrySet()) {
                String field = entry.getKey();
                String declared = entry.getValue();
                String last = all.text(Rules.DECLARED + field);
                boolean differs = !last.isEmpty() && !last.equals(declared);
                boolean waiting =
                        differs && (live == null || others.stream().anyMatch(texts -> last.equals(texts.get(field))));
                boolean missing = !declared.isEmpty()
                        && (last.isEmpty() || all.text(field).isEmpty());
                boolean written = !waiting && (differs || missing);
                waits |= waiting;
                if (written) {
                    all.put(Rules.DECLARED + field, declared);
                }
                if (written && field.startsWith(Rules.LIMIT)) {
                    String name = field.substring(1);
                    limits.put(name, limit(group, name, Rules.definition(all.text(field))));
                    all.setLimit(name, declared);
                } else if (written) {
                    ofTopics.put(field, all.names(field));
                    all.setLimits(field, Rules.split(declared));
                }
            }
            return new Changes(limits, ofTopics, waits);
        });
    }

    /** Returns a declaration as its fields have it, limits first, because a topic enters those that are there. */
    private static Map<String, String> texts(Declaration declaration) {
        Map<String, String> texts = new TreeMap<>();
        declaration.limits().forEach(limit -> texts.put(Rules.LIMIT + limit.name(), text(limit)));
        declaration.topics().forEach((topic, limits) -> texts.put(topic, String.join(",", limits)));
        return texts;
    }

    private static String text(Limit limit) {
        return Stream.of(limit.concurrency(), limit.rate(), limit.rate() == null ? null : limit.tokens())
                .map(value -> Objects.toString(value, ""))
                .collect(Collectors.joining("|"));
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
        Rules all = rules.read(group);
        return infos(group, all, all.limits());
    }

    @Override
    public TopicRule rule(TopicName topic) {
        Rules all = rules.read(topic.group());
        long until = all.until(topic.topic());
        List<String> names = all.names(topic.topic());
        boolean paused = until >= TaskEdit.PAUSED_UNTIL;
        Instant heldUntil = paused || until == 0 ? null : ahead(until, rules.time(topic.group()));
        return new TopicRule(paused, heldUntil, infos(topic.group(), all, names));
    }

    private List<LimitInfo> infos(String group, Rules all, List<String> names) {
        List<String> there = names.stream().filter(all::has).toList();
        TreeSet<String> users = there.stream()
                .flatMap(name -> all.names(Rules.LIMIT + name).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Map<String, TaskCounts> counts = users.isEmpty()
                ? Map.of()
                : topics.count(group, users).stream()
                        .collect(Collectors.toMap(one -> one.topic().topic(), one -> one));
        long now = there.isEmpty() ? 0 : rules.time(group);
        return there.stream().map(name -> info(group, name, all, counts, now)).toList();
    }

    private static LimitInfo info(String group, String name, Rules all, Map<String, TaskCounts> counts, long now) {
        String field = Rules.LIMIT + name;
        Limit limit = Objects.requireNonNull(limit(group, name, Rules.definition(all.text(field))));
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
        rules.change(limit.group(), all -> {
            boolean isNew = !all.has(name);
            all.setLimit(name, text(limit));
            if (isNew && all.names(Rules.LIMIT + name).isEmpty()) {
                List<String> limits =
                        Stream.concat(all.names(name).stream(), Stream.of(name)).toList();
                if (limits.size() > Limit.MAX_OF_TOPIC) {
                    throw new InvalidSettingException(
                            "topic " + limit.group() + "/" + name, "limits", "must be at most " + Limit.MAX_OF_TOPIC);
                }
                all.setLimits(name, limits);
            }
            return true;
        });
    }

    @Override
    public boolean reset(String group, String name) {
        return rules.change(group, all -> {
            String declared = all.text(Rules.DECLARED + Rules.LIMIT + name);
            if (declared.isEmpty()) {
                return all.removeLimit(name);
            }
            all.setLimit(name, declared);
            return true;
        });
    }

    @Override
    public boolean remove(String group, String name) {
        return rules.change(group, all -> all.removeLimit(name));
    }

    @Override
    public Map<String, Set<String>> audit(String group, boolean repair) {
        return rules.change(group, all -> {
            Map<String, Set<String>> found = all.mismatches();
            if (repair) {
                found.values().forEach(limits -> limits.forEach(all::mend));
            }
            return found;
        });
    }

    @Override
    public boolean hold(String group, String name, Instant until) {
        return rules.change(group, all -> all.has(name) && all.hold(Rules.LIMIT + name, millis(until)));
    }

    /** Returns the end of a hold, before that of a pause. */
    static long millis(Instant until) {
        return Math.max(0, Math.min(until.toEpochMilli(), TaskEdit.PAUSED_UNTIL - 1));
    }
}
