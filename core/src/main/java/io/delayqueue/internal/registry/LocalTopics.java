package io.delayqueue.internal.registry;

import static java.util.stream.Collectors.toCollection;

import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.history.HistoryRules;
import io.delayqueue.log.Loggers;
import io.delayqueue.pull.NotPullableException;
import io.delayqueue.store.LimitStore.Declaration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;

/**
 * Groups and topics that this instance declares, by its configuration or its service register, pulls from, or has disabled; and the
 * repeating tasks and limits that it declares. It consumes the topics for which it has a callback, or all that are not pulled here if tasks may
 * carry their callbacks. It serves the groups in which it consumes a topic, and those it declares; never disabled ones, and none if it only adds.
 */
public final class LocalTopics {

    private static final Logger log = Loggers.of(LocalTopics.class);

    /** Declared groups, each with its declared topics. */
    private final Map<String, Set<String>> declared = new ConcurrentHashMap<>();

    /** Ids of declared repeating tasks, by group. */
    private final Map<String, Set<String>> schedules = new ConcurrentHashMap<>();

    /** Declared limits, by group. */
    private volatile Map<String, Declaration> limits = Map.of();

    private volatile Function<TopicName, TopicOptions> options = topic -> TopicOptions.DEFAULT;

    /** Declared rules of histories as texts, empty for topics without one. */
    private volatile Map<TopicName, String> histories = Map.of();

    private final Set<String> disabled;

    private final boolean consumes;

    private final boolean consumesAll;

    private volatile Set<TopicName> consumed = Set.of();

    /** Topics that belong to another application. */
    private final Set<TopicName> foreign = ConcurrentHashMap.newKeySet();

    private final Set<TopicName> pulled = ConcurrentHashMap.newKeySet();

    /**
     * Creates it without groups and topics.
     *
     * @param disabled groups the instance never works for
     * @param consumes whether the instance works for any group
     * @param consumesAll whether tasks may carry their callbacks
     */
    public LocalTopics(Set<String> disabled, boolean consumes, boolean consumesAll) {
        this.disabled = Set.copyOf(disabled);
        this.consumes = consumes;
        this.consumesAll = consumesAll;
    }

    public void add(String group) {
        topics(declared, group);
    }

    public void add(TopicName topic) {
        topics(declared, topic.group()).add(topic.topic());
    }

    private static Set<String> topics(Map<String, Set<String>> groups, String group) {
        return groups.computeIfAbsent(group, added -> ConcurrentHashMap.newKeySet());
    }

    /** Adds a repeating task that this instance declares, and its topic. */
    public void addSchedule(TopicName topic, String id) {
        topics(schedules, topic.group()).add(id);
        add(topic);
    }

    /** The ids of the repeating tasks that this instance declares in a group. */
    public Set<String> schedules(String group) {
        return Set.copyOf(schedules.getOrDefault(group, Set.of()));
    }

    /**
     * Sets what this instance declares, instead of what was set before.
     *
     * @param byGroup the limits by group
     * @param rules the rules of histories as texts; empty for topics without one
     * @param byTopic the options with which this instance runs the tasks of a topic
     */
    public void declare(
            Map<String, Declaration> byGroup, Map<TopicName, String> rules, Function<TopicName, TopicOptions> byTopic) {
        limits = byGroup;
        histories = rules;
        options = byTopic;
    }

    public TopicOptions options(TopicName topic) {
        return options.apply(topic);
    }

    /** The limits that this instance declares, by group. */
    public Map<String, Declaration> limits() {
        return limits;
    }

    /** The rules of histories that this instance declares, as texts; empty for topics without one. */
    public Map<TopicName, String> histories() {
        return histories;
    }

    /** The limits and rules of histories that this instance declares in a group, as texts; without topics that have none. */
    public Map<String, String> limits(String group) {
        Declaration declared = limits.get(group);
        Map<String, String> texts = declared == null ? new HashMap<>() : declared.texts();
        histories.forEach((topic, text) -> {
            if (topic.group().equals(group)) {
                texts.put(HistoryRules.HISTORY + topic.topic(), text);
            }
        });
        texts.values().removeIf(String::isEmpty);
        return texts;
    }

    /** The topics that have a callback here. */
    public synchronized void consume(Set<TopicName> topics) {
        consumed = Set.copyOf(topics);
        foreign.clear();
        topics.forEach(this::add);
    }

    /**
     * Throws an exception if the topic cannot be pulled here.
     *
     * @throws NotPullableException if the topic has a callback here, or its group is disabled here, or the instance works for none
     */
    void requirePullable(TopicName topic) {
        if (!consumes) {
            throw new NotPullableException("This engine only adds tasks: " + topic + " cannot be pulled from it");
        }
        if (consumed.contains(topic)) {
            throw new NotPullableException("The topic " + topic
                    + " has a callback in this engine, which gets its tasks: pull it from another");
        }
        if (disabled.contains(topic.group())) {
            throw new NotPullableException(disabled(topic.group()));
        }
    }

    /** Declares a topic that is pulled here, and never consumed here from then on. */
    void pull(TopicName topic) {
        pulled.add(topic);
        add(topic);
    }

    void remove(String group) {
        declared.remove(group);
        pulled.removeIf(topic -> topic.group().equals(group));
    }

    void remove(TopicName topic) {
        declared.getOrDefault(topic.group(), new HashSet<>()).remove(topic.topic());
        pulled.remove(topic);
    }

    /** Removes a group and its topics, but those that have a callback here: that may have come after they were found unused. */
    synchronized void removeUnused(String group) {
        declared.getOrDefault(group, Set.of()).forEach(topic -> removeUnused(new TopicName(group, topic)));
        declared.remove(group, Set.of());
    }

    /** Removes a topic unless it has a callback here. */
    synchronized void removeUnused(TopicName topic) {
        if (!consumed.contains(topic)) {
            remove(topic);
        }
    }

    /** The declared groups, each with its declared topics; a copy. */
    public Map<String, Set<String>> declared() {
        Map<String, Set<String>> copy = new HashMap<>();
        declared.forEach((group, topics) -> copy.put(group, new HashSet<>(topics)));
        return copy;
    }

    /** Excludes a topic that belongs to another application from now on; false if it was excluded before. */
    public boolean excludeTopic(TopicName topic) {
        boolean isNew = foreign.add(topic);
        if (isNew) {
            log.warn(
                    "{} is not consumed here from now on: its tasks carry no callback, and this instance neither has one"
                            + " for the topic nor declares it",
                    topic);
        }
        return isNew;
    }

    /** The registered groups to serve, each with the topics to consume, possibly none. */
    public Map<String, Set<String>> work(Map<String, Set<String>> register) {
        Map<String, Set<String>> work = new LinkedHashMap<>();
        register.forEach((group, topics) -> {
            Set<String> ours = topics.stream()
                    .filter(topic -> isOurs(new TopicName(group, topic)))
                    .collect(toCollection(LinkedHashSet::new));
            if (mayServe(group) && (!ours.isEmpty() || contains(group))) {
                work.put(group, ours);
            }
        });
        return work;
    }

    private boolean isOurs(TopicName topic) {
        return consumed.contains(topic) || mayCarry(topic) && (contains(topic) || !foreign.contains(topic));
    }

    /** Whether a topic without a callback is consumed here, because its tasks may carry one. */
    public boolean mayCarry(TopicName topic) {
        return consumesAll && !isPulled(topic);
    }

    /** Whether this instance may work for a group. */
    public boolean mayServe(String group) {
        return consumes && !disabled.contains(group);
    }

    /** Groups for which this instance never works. */
    Set<String> disabled() {
        return disabled;
    }

    /** Throws an exception if the group is disabled. */
    public void requireEnabled(String group) {
        if (disabled.contains(group)) {
            throw new IllegalStateException(disabled(group));
        }
    }

    private static String disabled(String group) {
        return "The group " + group + " is disabled in this engine, which cannot serve it";
    }

    public boolean contains(String group) {
        return declared.containsKey(group);
    }

    /** Whether this instance's callbacks run tasks of the topic that carry no callback. */
    public boolean contains(TopicName topic) {
        return isIn(declared, topic) && !isPulled(topic);
    }

    /** Whether the topic is pulled here. */
    /** Whether a topic is among those of its group. */
    public static boolean isIn(Map<String, Set<String>> groups, TopicName topic) {
        return groups.getOrDefault(topic.group(), Set.of()).contains(topic.topic());
    }

    public boolean isPulled(TopicName topic) {
        return pulled.contains(topic);
    }
}
