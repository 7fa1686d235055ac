package io.delayqueue.web.api;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Groups that are registered, or have unregistered topics; in the order of their names. Those that the store refuses are collected. */
final class KnownGroups {

    private final NavigableMap<String, SortedSet<String>> topics = new TreeMap<>();

    private final List<String> unreadable = new ArrayList<>();

    /** Reads the names, in two calls of the store. */
    KnownGroups(DelayQueueEngine queue) {
        queue.register().topics().forEach((group, names) -> topics.put(group, new TreeSet<>(names)));
        queue.inspector().unregisteredTopics().forEach(topic -> topics.computeIfAbsent(
                        topic.group(), group -> new TreeSet<>())
                .add(topic.topic()));
    }

    SortedSet<String> names() {
        return topics.navigableKeySet();
    }

    /**
     * Returns the topics of a known group in the order of their names, but one of them before all others.
     *
     * @param first the name of that topic, if the group has it
     * @param from the topic to begin with; empty to begin with the first
     */
    SortedSet<String> topics(String group, String first, String from) {
        SortedSet<String> ordered = new TreeSet<>(
                Comparator.comparing((String topic) -> !topic.equals(first)).thenComparing(Comparator.naturalOrder()));
        ordered.addAll(Objects.requireNonNull(topics.get(group)));
        return ordered.tailSet(from.isEmpty() ? first : from);
    }

    /** Reads something of a group; null if the store refuses, because a key of the group is broken, say. */
    <T> @Nullable T read(String group, Supplier<T> read) {
        try {
            return read.get();
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            unreadable.add(group);
            return null;
        }
    }

    /** {@return the groups that could not be read; null if there are none} */
    @Nullable
    List<String> unreadable() {
        return unreadable.isEmpty() ? null : List.copyOf(unreadable);
    }
}
