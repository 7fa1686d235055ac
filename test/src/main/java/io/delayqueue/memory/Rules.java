package io.delayqueue.memory;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskState;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.TaskEdit;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Limits of a group, and the limits and holds of its topics, in memory. Changed under the group's lock only. */
final class Rules {

    private final Map<String, StoredLimit> limits = new TreeMap<>();

    private final Map<String, Limit> declaredLimits = new HashMap<>();

    /** Names of the limits of topics; a limit may be missing. */
    private final Map<String, List<String>> topics = new TreeMap<>();

    private final Map<String, List<String>> declaredTopics = new HashMap<>();

    /** Ends of the holds of topics in milliseconds since the epoch; {@link TaskEdit#PAUSED_UNTIL} of a pause. */
    private final Map<String, Long> holds = new HashMap<>();

    private final MemoryGroup group;

    Rules(MemoryGroup group) {
        this.group = group;
    }

    /** Returns to what was declared last. */
    void clear() {
        holds.clear();
        limits.clear();
        declaredLimits.values().forEach(this::put);
        topics.clear();
        declaredTopics.forEach(this::limit);
    }

    /** Holds a topic until a time; returns whether the topic was held or paused. */
    boolean hold(String topic, long until) {
        boolean before = isHeld(topic);
        holds.put(topic, until);
        return before;
    }

    /**
     * Holds a limit, or a topic if there is no limit or the topic does not have it, at least until a time.
     *
     * @return whether the topic is held
     */
    boolean holdLonger(String topic, @Nullable String name, long until) {
        StoredLimit stored = name != null && names(topic).contains(name) ? limits.get(name) : null;
        if (stored == null) {
            holds.merge(topic, until, Math::max);
        } else {
            stored.until = Math.max(stored.until, until);
        }
        return stored == null;
    }

    private long end(String topic) {
        return holds.getOrDefault(topic, 0L);
    }

    boolean isPaused(String topic) {
        return end(topic) >= TaskEdit.PAUSED_UNTIL;
    }

    /** Returns whether a topic is held or paused. */
    boolean isHeld(String topic) {
        return coming(end(topic)) != null;
    }

    /** Returns the end of the hold of a topic; null if the topic is paused or not held. */
    @Nullable
    Instant heldUntil(String topic) {
        return isPaused(topic) ? null : coming(end(topic));
    }

    boolean isLimited(String topic) {
        return !names(topic).isEmpty();
    }

    private List<String> names(String topic) {
        return topics.getOrDefault(topic, List.of());
    }

    /** Returns how many tasks of a topic may be leased. */
    Allowance allowance(String topic) {
        Allowance allowance = Allowance.until(end(topic), group.now());
        for (StoredLimit stored : limits(topic)) {
            int turn = Math.max(0, stored.topics.indexOf(topic));
            allowance =
                    allowance.and(stored.allowance(running(stored), group.now()).later(turn));
        }
        return allowance;
    }

    void leased(String topic, int tasks, long delivery) {
        if (tasks > 0) {
            limits(topic).forEach(stored -> stored.leased(topic, tasks, delivery, group.now()));
        }
    }

    /** Gives back the tokens of a task that was too late to begin. */
    void giveBack(String topic, long delivery) {
        limits(topic).forEach(stored -> stored.giveBack(delivery));
    }

    private List<StoredLimit> limits(String topic) {
        return names(topic).stream().map(limits::get).filter(Objects::nonNull).toList();
    }

    private int running(StoredLimit stored) {
        return stored.topics.stream()
                .mapToInt(topic -> group.topic(topic).size(TaskState.RESERVED))
                .sum();
    }

    List<LimitInfo> infos() {
        return limits.values().stream().map(this::info).toList();
    }

    private LimitInfo info(StoredLimit stored) {
        return new LimitInfo(
                stored.limit,
                declaredLimits.get(stored.limit.name()),
                running(stored),
                stored.topics.stream().mapToInt(group::waiting).sum(),
                coming(stored.until),
                coming(stored.tokens(group.now()).at()),
                stored.topics.stream().sorted().toList());
    }

    /** Returns a time; null if the time is over. */
    private @Nullable Instant coming(long millis) {
        return millis > group.now().millis() ? Instant.ofEpochMilli(millis) : null;
    }

    SortedMap<String, String> declare(Declaration mine, BiPredicate<String, String> isLive) {
        Map<String, String> last = new Declaration(declaredLimits.values(), declaredTopics).texts();
        List<Limit> now = limits.values().stream().map(stored -> stored.limit).toList();
        Map<String, String> before = new Declaration(now, topics).texts();
        SortedMap<String, String> written = new TreeMap<>();
        mine.texts().forEach((key, text) -> {
            String known = last.getOrDefault(key, "");
            if (!text.equals(known) && (known.isEmpty() || !isLive.test(key, known))) {
                written.put(key, before.getOrDefault(key, ""));
            }
        });
        for (Limit limit : mine.limits()) {
            if (written.containsKey(LimitStore.LIMIT + limit.name())) {
                declaredLimits.put(limit.name(), put(withBurst(limit)).limit);
            }
        }
        mine.topics().forEach((topic, names) -> {
            if (written.containsKey(topic)) {
                limit(topic, names);
                declaredTopics.put(topic, names);
            }
        });
        declaredTopics.values().removeIf(List::isEmpty);
        return written;
    }

    /** Returns a limit as the store keeps it. */
    private static Limit withBurst(Limit limit) {
        return limit.rate() == null ? limit : limit.burst(limit.tokens());
    }

    private StoredLimit put(Limit limit) {
        StoredLimit stored = limits.computeIfAbsent(limit.name(), name -> {
            StoredLimit added = new StoredLimit(limit);
            topics.keySet().stream()
                    .filter(topic -> names(topic).contains(name))
                    .forEach(added.topics::add);
            return added;
        });
        stored.set(limit, group.now());
        return stored;
    }

    /** Gives a topic its limits. A topic's own limit goes with the last rule that names the limit. */
    private void limit(String topic, List<String> names) {
        for (String name : names) {
            StoredLimit stored = limits.get(name);
            if (stored != null && !stored.topics.contains(topic)) {
                requireAtMost(Limit.MAX_TOPICS, stored.topics.size() + 1, "limit", name, "topics");
                stored.topics.add(topic);
            }
        }
        List<String> lost =
                names(topic).stream().filter(name -> !names.contains(name)).toList();
        topics.put(topic, List.copyOf(names));
        lost.stream()
                .filter(limits::containsKey)
                .forEach(name -> limits.get(name).topics.remove(topic));
        StoredLimit own = limits.get(topic);
        if (lost.contains(topic) && own != null && own.topics.isEmpty()) {
            limits.remove(topic);
            declaredLimits.remove(topic);
        }
    }

    private void requireAtMost(int most, int number, String of, String name, String field) {
        if (number > most) {
            throw new InvalidSettingException(of + " " + group.name + "/" + name, field, "must be at most " + most);
        }
    }

    StoredLimit set(Limit limit) {
        String name = limit.name();
        if (!limits.containsKey(name) && topics.values().stream().noneMatch(names -> names.contains(name))) {
            List<String> names =
                    Stream.concat(names(name).stream(), Stream.of(name)).toList();
            requireAtMost(Limit.MAX_OF_TOPIC, names.size(), "topic", name, "limits");
            topics.put(name, names);
        }
        return put(withBurst(limit));
    }

    boolean reset(String name) {
        Limit declared = declaredLimits.get(name);
        return declared == null ? remove(name) : put(declared) != null;
    }

    boolean remove(String name) {
        topics.replaceAll((topic, names) ->
                names.stream().filter(other -> !other.equals(name)).toList());
        declaredTopics.values().removeIf(names -> names.contains(name));
        declaredLimits.remove(name);
        return limits.remove(name) != null;
    }

    /** Returns by topic the limits that are missing; these are removed by a repair. */
    Map<String, Set<String>> audit(boolean repair) {
        Map<String, Set<String>> found = new TreeMap<>();
        topics.forEach((topic, names) -> {
            Set<String> missing = new TreeSet<>(names);
            missing.removeAll(limits.keySet());
            if (!missing.isEmpty()) {
                found.put(topic, missing);
            }
        });
        if (repair) {
            found.values().forEach(missing -> missing.forEach(this::remove));
        }
        return found;
    }

    boolean holdLimit(String name, long until) {
        StoredLimit stored = limits.get(name);
        if (stored != null) {
            stored.until = until;
        }
        return stored != null;
    }

    /** Forgets a topic, unless the topic is held or paused, or its own limit was changed at run time. */
    void forget(String topic) {
        StoredLimit own = limits.get(topic);
        boolean isChanged = own != null && !own.limit.equals(declaredLimits.get(topic));
        if (!isHeld(topic) && !isChanged) {
            limit(topic, List.of());
            topics.remove(topic);
            declaredTopics.remove(topic);
        }
    }
}
