package io.delayqueue.internal.limit;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.store.LimitStore.Declaration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the limits that an instance declares, and checks them together with the topics that have them. */
public final class DeclaredLimits {

    /** Declared limits by group and name, without the limits that are a topic's own. */
    private final Map<String, Map<String, Limit>> named = new HashMap<>();

    /**
     * Adds a limit.
     *
     * @throws InvalidSettingException if the limit is not complete, or another limit of its name is declared
     */
    public synchronized void add(Limit limit) {
        Limit other = named.computeIfAbsent(limit.group(), group -> new TreeMap<>())
                .putIfAbsent(limit.name(), limit.requireComplete());
        if (other != null && !other.equals(limit)) {
            throw new InvalidSettingException(
                    limit.group(), "limits", "must differ in their names, but two are " + limit.name());
        }
    }

    /**
     * Returns what this instance declares by group, without limits if none is declared in a group.
     *
     * @throws InvalidSettingException if a topic has a limit that is not declared, or a limit of its own beside a declared one of the same name
     */
    public synchronized Map<String, Declaration> with(TopicCallbacks callbacks) {
        Map<String, Map<String, List<String>>> topics = new HashMap<>();
        Map<String, List<Limit>> limits = new HashMap<>();
        named.forEach((group, declared) -> limits.put(group, new ArrayList<>(declared.values())));
        for (TopicName topic : callbacks.topics()) {
            TopicLimits limited =
                    Objects.requireNonNull(callbacks.get(topic)).options().limits();
            Limit own = limited.own(topic);
            if (own != null) {
                limits.computeIfAbsent(topic.group(), group -> new ArrayList<>())
                        .add(own);
            }
            topics.computeIfAbsent(topic.group(), group -> new HashMap<>())
                    .put(topic.topic(), names(topic, limited, own));
        }
        Map<String, Declaration> groups = new TreeMap<>();
        Stream.concat(limits.keySet().stream(), topics.keySet().stream())
                .forEach(group -> groups.put(
                        group,
                        new Declaration(limits.getOrDefault(group, List.of()), topics.getOrDefault(group, Map.of()))));
        return groups;
    }

    private List<String> names(TopicName topic, TopicLimits limited, @Nullable Limit own) {
        Set<String> declared = named.getOrDefault(topic.group(), Map.of()).keySet();
        Set<String> names = new TreeSet<>(limited.names());
        names.forEach(name -> require(
                declared.contains(name),
                topic,
                "has the limit " + name + ", which " + topic.group() + " does not declare"));
        if (own != null) {
            require(
                    !declared.contains(own.name()),
                    topic,
                    "has a limit of its own, by globalConcurrency or rate, and a limit of this name is declared");
            names.add(own.name());
        }
        return List.copyOf(names);
    }

    private static void require(boolean holds, TopicName topic, String flaw) {
        if (!holds) {
            throw new InvalidSettingException(
                    topic.group(), "limits", "must fit together, but " + topic.topic() + " " + flaw);
        }
    }
}
