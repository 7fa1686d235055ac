package io.delayqueue.internal.registry;

import io.delayqueue.TopicName;
import io.delayqueue.pull.NotPullableException;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Groups and topics that this instance declares, by its configuration or its service register, pulls from, or has disabled; and the
 * repeating tasks that it declares.
 */
public final class LocalTopics {

    /** Time after the last pull in which the instance serves a group that does not exist. */
    static final long AWAITED_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** Groups that do not exist for which the instance works at once: each has threads. */
    static final int MAX_AWAITED = 100;

    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    private final Set<TopicName> topics = ConcurrentHashMap.newKeySet();

    /** Ids of declared repeating tasks, by group. */
    private final Map<String, Set<String>> schedules = new ConcurrentHashMap<>();

    private final Set<String> disabled;

    private final boolean consumes;

    private volatile Set<TopicName> consumed = Set.of();

    private final Map<TopicName, Pull> pulled = new ConcurrentHashMap<>();

    private final LongSupplier nanoTime;

    /**
     * The state of a pulled topic.
     *
     * @param at the time of the last pull
     * @param declared whether the topic exists, so that it was registered and its group is declared
     */
    private record Pull(long at, boolean declared) {}

    /**
     * Creates it without groups and topics.
     *
     * @param disabled groups the instance never works for
     * @param consumes whether the instance works for any group
     * @param nanoTime the time, as {@link System#nanoTime} gives it
     */
    public LocalTopics(Set<String> disabled, boolean consumes, LongSupplier nanoTime) {
        this.disabled = Set.copyOf(disabled);
        this.consumes = consumes;
        this.nanoTime = nanoTime;
    }

    public void add(String group) {
        groups.add(group);
    }

    public void add(TopicName topic) {
        topics.add(topic);
        groups.add(topic.group());
    }

    /** Adds a repeating task that this instance declares, and its topic. */
    public void addSchedule(TopicName topic, String id) {
        schedules
                .computeIfAbsent(topic.group(), group -> ConcurrentHashMap.newKeySet())
                .add(id);
        add(topic);
    }

    /** The ids of the repeating tasks that this instance declares in a group. */
    public Set<String> schedules(String group) {
        return Set.copyOf(schedules.getOrDefault(group, Set.of()));
    }

    /** The topics that have a callback here. */
    public synchronized void consume(Set<TopicName> topics) {
        consumed = Set.copyOf(topics);
        topics.forEach(this::add);
    }

    /**
     * Records a pull. The topic is never consumed here from then on. The instance serves its group, for some minutes only if the
     * topic does not exist.
     *
     * @return whether this is the first pull of the topic
     * @throws NotPullableException if the topic has a callback here, or its group is disabled here, or the instance works for none
     */
    public boolean pull(TopicName topic) {
        if (!consumes) {
            throw new NotPullableException("This engine only adds tasks: " + topic + " cannot be pulled from it");
        }
        if (consumed.contains(topic)) {
            throw new NotPullableException("The topic " + topic
                    + " has a callback in this engine, which gets its tasks: pull it from another");
        }
        if (isDisabled(topic.group())) {
            throw new NotPullableException(disabled(topic.group()));
        }
        long now = nanoTime.getAsLong();
        boolean isNew = !pulled.containsKey(topic);
        pulled.compute(topic, (name, known) -> new Pull(now, known != null && known.declared()));
        return isNew;
    }

    void remove(String group) {
        groups.remove(group);
        topics.removeIf(topic -> topic.group().equals(group));
    }

    void remove(TopicName topic) {
        topics.remove(topic);
    }

    /** Removes a group and its topics, but those that have a callback here: that may have come after they were found unused. */
    synchronized void removeUnused(String group) {
        topics.removeIf(topic -> topic.group().equals(group) && !consumed.contains(topic));
        if (topics.stream().noneMatch(topic -> topic.group().equals(group))) {
            groups.remove(group);
        }
    }

    /** Removes a topic unless it has a callback here. */
    synchronized void removeUnused(TopicName topic) {
        if (!consumed.contains(topic)) {
            topics.remove(topic);
        }
    }

    public Set<String> groups() {
        return Set.copyOf(groups);
    }

    Set<TopicName> topics() {
        return Set.copyOf(topics);
    }

    private boolean isDisabled(String group) {
        return disabled.contains(group);
    }

    /** Whether this instance may work for a group. */
    boolean mayServe(String group) {
        return consumes && !isDisabled(group);
    }

    /** Throws an exception if the group is disabled. */
    public void requireEnabled(String group) {
        if (isDisabled(group)) {
            throw new IllegalStateException(disabled(group));
        }
    }

    private static String disabled(String group) {
        return "The group " + group + " is disabled in this engine, which cannot serve it";
    }

    public boolean contains(String group) {
        return groups.contains(group);
    }

    /** Whether this instance's callbacks run tasks of the topic that carry no callback. */
    public boolean contains(TopicName topic) {
        return topics.contains(topic) && !isPulled(topic);
    }

    /** Records that a pulled topic exists: it stays known, and its group is declared. */
    void declarePulled(TopicName topic) {
        pulled.put(topic, new Pull(nanoTime.getAsLong(), true));
        add(topic);
    }

    /** Whether the topic is pulled here and exists. */
    boolean isDeclaredPull(TopicName topic) {
        Pull pull = pulled.get(topic);
        return pull != null && pull.declared();
    }

    /** Whether the topic is pulled here. */
    public boolean isPulled(TopicName topic) {
        return pulled.containsKey(topic);
    }

    /** Whether the topic is pulled here and does not exist yet. */
    boolean isAwaited(TopicName topic) {
        Pull pull = pulled.get(topic);
        return pull != null && !pull.declared();
    }

    /** The groups of the topics pulled last that do not exist. Forgets topics whose last pull is too long ago. */
    Set<String> awaited() {
        long now = nanoTime.getAsLong();
        pulled.values().removeIf(pull -> !pull.declared() && now - pull.at() > AWAITED_NANOS);
        return pulled.entrySet().stream()
                .filter(entry -> !entry.getValue().declared())
                .sorted(Comparator.comparingLong(entry -> now - entry.getValue().at()))
                .map(entry -> entry.getKey().group())
                .distinct()
                .limit(MAX_AWAITED)
                .collect(Collectors.toUnmodifiableSet());
    }
}
