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

/** The groups and topics this instance was told of, by its configuration or through its service register, or to leave alone. */
public final class Declarations {

    /** How long a group that does not exist is worked for after the last pull. */
    static final long AWAITED_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** How many groups that do not exist are worked for at once: each has threads. */
    static final int MAX_AWAITED = 100;

    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    private final Set<TopicName> topics = ConcurrentHashMap.newKeySet();

    private final Set<String> disabled;

    private volatile Set<TopicName> consumed = Set.of();

    private final Map<TopicName, Pull> pulled = new ConcurrentHashMap<>();

    private final LongSupplier nanoTime;

    /**
     * That a topic is pulled here.
     *
     * @param at when it was last
     * @param declared whether it was found to exist, so that it was registered and its group is declared
     */
    private record Pull(long at, boolean declared) {}

    /**
     * Creates declarations with nothing in them.
     *
     * @param disabled groups that are left alone, whatever else is said of them
     * @param nanoTime the time, as {@link System#nanoTime} gives it
     */
    public Declarations(Set<String> disabled, LongSupplier nanoTime) {
        this.disabled = Set.copyOf(disabled);
        this.nanoTime = nanoTime;
    }

    public void add(String group) {
        groups.add(group);
    }

    public void add(TopicName topic) {
        topics.add(topic);
        groups.add(topic.group());
    }

    /** The topics that have a callback here. */
    public void consume(Set<TopicName> topics) {
        consumed = Set.copyOf(topics);
        topics.forEach(this::add);
    }

    /**
     * A topic that is pulled here: never consumed. Its group is worked for, for some minutes if the topic does not turn out to exist.
     *
     * @return whether it was not known
     * @throws NotPullableException if it has a callback here, or its group is disabled here
     */
    public boolean pull(TopicName topic) {
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

    public Set<String> groups() {
        return Set.copyOf(groups);
    }

    Set<TopicName> topics() {
        return Set.copyOf(topics);
    }

    boolean isDisabled(String group) {
        return disabled.contains(group);
    }

    /** Refuses to work for a group that is to be left alone. */
    public void requireEnabled(String group) {
        if (isDisabled(group)) {
            throw new IllegalStateException(disabled(group));
        }
    }

    private static String disabled(String group) {
        return "The group " + group + " is disabled in this engine, which cannot work for it";
    }

    public boolean contains(String group) {
        return groups.contains(group);
    }

    /** Whether tasks of the topic that bring no callback are for this instance's callbacks. */
    public boolean contains(TopicName topic) {
        return topics.contains(topic) && !isPulled(topic);
    }

    /** A topic that is pulled here exists: it stays known, and its group is declared. */
    void declarePulled(TopicName topic) {
        pulled.put(topic, new Pull(nanoTime.getAsLong(), true));
        add(topic);
    }

    /** Whether the topic was found to exist when it was pulled here. */
    boolean isDeclaredPull(TopicName topic) {
        Pull pull = pulled.get(topic);
        return pull != null && pull.declared();
    }

    /** Whether the topic is pulled here. */
    public boolean isPulled(TopicName topic) {
        return pulled.containsKey(topic);
    }

    /** The groups of topics that are pulled here and do not exist, the latest ones. Forgets those of which the last pull is long ago. */
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
