package io.delayqueue.memory;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.TopicKeys.KeyTasks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Places of the keys of a topic: a place is the right of one task to be ready or run. A ready task without a place is behind. Changed under the lock of the
 * group only.
 */
final class KeyPlaces {

    /** Tasks behind: in the order of their keys, in a key of their due times, then of their ids. */
    final NavigableMap<Place, StoredTask> behind = new TreeMap<>();

    /** Tasks that have places, by key. */
    private final Map<String, Set<StoredTask>> holders = new TreeMap<>();

    /** Tasks that become ready in this step and have no place yet, by key. */
    private final Map<String, Set<StoredTask>> arrivals = new TreeMap<>();

    /** Number of places that were given up in this step, by key. */
    private final Map<String, Integer> freed = new TreeMap<>();

    /** Returns the tasks that have places of a key. */
    Collection<StoredTask> holders(String key) {
        return holders.getOrDefault(key, Set.of());
    }

    boolean hasPlace(StoredTask task) {
        return task.key != null && holders(task.key).contains(task);
    }

    /** Returns the tasks behind of a key, in their order. */
    NavigableMap<Place, StoredTask> behind(String key) {
        return behind.subMap(Place.startBehind(key), true, Place.endBehind(key), false);
    }

    /** Notes that a task becomes ready, which has a key and no place. */
    void arrive(StoredTask task) {
        arrivals.computeIfAbsent(key(task), first -> new LinkedHashSet<>()).add(task);
    }

    /** Gives up the place of a task, if the task has one. */
    void leave(StoredTask task) {
        if (hasPlace(task)) {
            freed.merge(key(task), 1, Integer::sum);
            holders.computeIfPresent(key(task), (key, tasks) -> tasks.remove(task) && tasks.isEmpty() ? null : tasks);
        }
    }

    /**
     * Gives free places to the first tasks of the keys that the step has met: of those that arrive, and of those behind. The others that arrive are behind. A
     * key has at most one task more that gets a place than tasks that arrive and places that were given up. Ready tasks without a history that are due
     * later than one that arrives give up their places first.
     *
     * @param most the number of places of a key
     * @param now the time in milliseconds since the epoch
     * @param enter makes a task ready, which has its place and is in no order, at a time
     * @param leave takes a task out of the order in which it is, if it is in one
     */
    void settle(int most, long now, BiConsumer<StoredTask, Long> enter, Consumer<StoredTask> leave) {
        Set<String> keys = new TreeSet<>(arrivals.keySet());
        keys.addAll(freed.keySet());
        for (String key : keys) {
            Set<StoredTask> arriving = arrivals.getOrDefault(key, Set.of());
            long earliest = arriving.stream().mapToLong(task -> task.due).min().orElse(Long.MAX_VALUE);
            List<StoredTask> unbegun = holders(key).stream()
                    .filter(task -> task.state == TaskState.READY && !task.history && task.due > earliest)
                    .toList();
            unbegun.forEach(this::leave);
            int free = Math.min(most - holders(key).size(), arriving.size() + freed.getOrDefault(key, 0) + 1);
            List<StoredTask> candidates = new ArrayList<>(arriving);
            candidates.addAll(unbegun);
            candidates.addAll(TopicTasks.first(behind(key), free));
            candidates.sort(Comparator.comparing(StoredTask::placeBehind));
            for (StoredTask task : candidates) {
                if (free-- > 0) {
                    holders.computeIfAbsent(key, first -> new LinkedHashSet<>()).add(task);
                    if (!unbegun.contains(task)) {
                        behind.remove(task.placeBehind());
                        enter.accept(task, task.behind ? now : task.time());
                    }
                } else if (!task.behind) {
                    leave.accept(task);
                    task.fallBehind();
                    behind.put(task.place, task);
                }
            }
        }
        arrivals.clear();
        freed.clear();
    }

    /** Returns the keys with the most tasks behind. */
    List<KeyTasks> hottest(int limit) {
        Map<String, Long> counts = new TreeMap<>();
        behind.values().forEach(task -> counts.merge(key(task), 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(limit)
                .map(key -> new KeyTasks(
                        key.getKey(),
                        holders(key.getKey()).stream().map(task -> task.id).toList(),
                        key.getValue()))
                .toList();
    }

    private static String key(StoredTask task) {
        return Objects.requireNonNull(task.key);
    }
}
