package io.delayqueue.memory;

import io.delayqueue.Priority;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Tasks ordered by time. A query costs the logarithm of their number, and the number of those that it finds. */
final class TaskOrder {

    /** Later than each time. */
    static final long NEVER = Long.MAX_VALUE;

    /**
     * Position of a task, which depends on nothing else.
     *
     * @param millis the time, in milliseconds since the epoch
     * @param level the order within a millisecond: of priorities, and of tasks without and with a history
     * @param id the task, in whose order tasks of one level are
     */
    record Place(long millis, int level, String id) implements Comparable<Place> {

        private static final Comparator<Place> ORDER = Comparator.comparingLong(Place::millis)
                .thenComparingInt(Place::level)
                .thenComparing(Place::id);

        static Place of(long millis, Priority priority, boolean history, String id) {
            int level =
                    switch (priority) {
                        case NORMAL -> 0;
                        case HIGH -> 2;
                        case LOW -> 4;
                    };
            return new Place(millis, history ? level + 1 : level, id);
        }

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    private final NavigableMap<Place, StoredTask> tasks;

    TaskOrder(SortedMaps maps) {
        this.tasks = maps.create();
    }

    int size() {
        return tasks.size();
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    void put(StoredTask task) {
        tasks.put(task.place, task);
    }

    void remove(StoredTask task) {
        tasks.remove(task.place);
    }

    @Nullable
    StoredTask get(Place place) {
        return tasks.get(place);
    }

    /** Returns the time of the first task. */
    long firstTime() {
        return tasks.isEmpty() ? NEVER : tasks.firstKey().millis();
    }

    List<StoredTask> all() {
        return first(size());
    }

    /** Returns the first tasks. */
    List<StoredTask> first(int limit) {
        return first(tasks, limit);
    }

    /** Returns the first tasks up to a time. */
    List<StoredTask> until(long millis, int limit) {
        return first(until(millis), limit);
    }

    private static List<StoredTask> first(NavigableMap<Place, StoredTask> all, int limit) {
        List<StoredTask> first = new ArrayList<>();
        for (Iterator<StoredTask> rest = all.values().iterator(); first.size() < limit && rest.hasNext(); ) {
            first.add(rest.next());
        }
        return first;
    }

    /** Returns the number of tasks up to a time. */
    int countUntil(long millis) {
        return until(millis).size();
    }

    private NavigableMap<Place, StoredTask> until(long millis) {
        return tasks.headMap(new Place(millis + 1, 0, ""), false);
    }

    /**
     * Returns the last tasks before a position, the last one first.
     *
     * @param place the position of a current or former task; null for the end
     */
    List<StoredTask> before(@Nullable Place place, int limit) {
        return first((place == null ? tasks : tasks.headMap(place, false)).descendingMap(), limit);
    }

    /**
     * Returns the tasks behind a position; read them before any change.
     *
     * @param place the position of a current or former task; null for the beginning
     */
    Iterator<StoredTask> behind(@Nullable Place place) {
        return (place == null ? tasks : tasks.tailMap(place, false)).values().iterator();
    }
}
