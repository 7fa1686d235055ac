package io.delayqueue.web.api;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Groups that are registered, or have unregistered topics; in the order of their names. Those that the store refuses are collected. */
final class KnownGroups {

    private final SortedSet<String> names;

    private final List<String> unreadable = new ArrayList<>();

    /** Reads the names, in two calls of the store. */
    KnownGroups(DelayQueueEngine queue) {
        names = new TreeSet<>(queue.register().topics().keySet());
        queue.inspector().unregisteredTopics().forEach(topic -> names.add(topic.group()));
    }

    SortedSet<String> names() {
        return names;
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
