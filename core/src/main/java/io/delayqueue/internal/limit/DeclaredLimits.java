package io.delayqueue.internal.limit;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Collects the limits that an instance declares, and checks them together with the topics that have them. */
public final class DeclaredLimits {

    /** Declared limits by group and name, without the limits that are a topic's own. */
    private final Map<TopicName, Limit> named = new LinkedHashMap<>();

    /**
     * Adds a limit.
     *
     * @throws InvalidSettingException if the limit is not complete, or another limit of its name is declared
     */
    public synchronized void add(Limit limit) {
        TopicName name = new TopicName(limit.group(), limit.name());
        Limit other = named.putIfAbsent(name, limit.requireComplete());
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
        return Stream.concat(named.keySet().stream(), callbacks.topics().stream())
                .map(TopicName::group)
                .distinct()
                .collect(toMap(Function.identity(), group -> of(group, callbacks)));
    }

    private Declaration of(String group, TopicCallbacks callbacks) {
        List<Limit> limits = new ArrayList<>(named.values());
        limits.removeIf(limit -> !limit.group().equals(group));
        Map<String, LeaseRule> topics = new HashMap<>();
        for (TopicName topic : callbacks.topics()) {
            if (topic.group().equals(group)) {
                TopicCallback callback = requireNonNull(callbacks.get(topic));
                TopicOptions options = callback.options();
                TopicLimits limited = options.limits();
                BatchOptions batch = options.batch();
                Set<String> names = new TreeSet<>(limited.names());
                names.forEach(name -> require(
                        named.containsKey(new TopicName(group, name)),
                        topic,
                        "has the limit " + name + " by " + callback.source() + ", and " + undeclared(group, name)));
                Limit own = limited.own(topic);
                if (own != null) {
                    require(
                            !named.containsKey(topic),
                            topic,
                            "has a limit of its own, and one of its name is declared");
                    limits.add(own);
                    names.add(own.name());
                }
                topics.put(
                        topic.topic(),
                        new LeaseRule(
                                List.copyOf(names),
                                options.keyOrder(),
                                batch == null ? 1 : batch.least(),
                                batch == null || batch.longestWait() == null
                                        ? 0
                                        : batch.longestWait().toMillis()));
            }
        }
        return new Declaration(limits, topics);
    }

    /** Says that a group does not declare a limit, and which others do. */
    private String undeclared(String group, String limit) {
        String others = named.keySet().stream()
                .filter(name -> name.topic().equals(limit))
                .map(TopicName::group)
                .collect(joining(", "));
        return group + " does not declare the limit" + (others.isEmpty() ? "" : ", but " + others + " does");
    }

    private static void require(boolean holds, TopicName topic, String flaw) {
        if (!holds) {
            throw new InvalidSettingException(
                    topic.group(), "limits", "must fit together, but " + topic.topic() + " " + flaw);
        }
    }
}
