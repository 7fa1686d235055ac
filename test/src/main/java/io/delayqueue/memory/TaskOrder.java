package io.delayqueue.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tasks ordered by their scores; equal scores by topic and id. Each query costs the logarithm of their number. */
final class TaskOrder {

    /**
     * Position of a task.
     *
     * @param member its topic and its id
     */
    record Place(double score, String member) implements Comparable<Place> {

        private static final Comparator<Place> ORDER =
                Comparator.comparingDouble(Place::score).thenComparing(Place::member);

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

    void put(StoredTask task, Place place) {
        tasks.put(place, task);
    }

    void remove(Place place) {
        tasks.remove(place);
    }

    @Nullable
    StoredTask get(Place place) {
        return tasks.get(place);
    }

    /** Returns the score of the first task. */
    @Nullable
    Double firstScore() {
        return tasks.isEmpty() ? null : Double.valueOf(tasks.firstKey().score());
    }

    /** Returns the highest score in a range. */
    @Nullable
    Double lastScore(double from, double below) {
        Place last = tasks.lowerKey(new Place(below, ""));
        return last != null && last.score() >= from ? Double.valueOf(last.score()) : null;
    }

    /** Returns the first tasks. */
    List<StoredTask> first(int limit) {
        return take(limit, task -> true);
    }

    /** Returns the first tasks with scores below a limit. */
    List<StoredTask> below(double score, int limit) {
        return take(limit, task -> task.score() < score);
    }

    /** Returns the first task with at least this score. */
    @Nullable
    StoredTask from(double score) {
        Map.Entry<Place, StoredTask> entry = tasks.ceilingEntry(new Place(score, ""));
        return entry == null ? null : entry.getValue();
    }

    /**
     * Returns the tasks behind a position; read them before any change.
     *
     * @param place the position of a current or former task; null for the beginning
     */
    Iterator<StoredTask> behind(@Nullable Place place) {
        return (place == null ? tasks : tasks.tailMap(place, false)).values().iterator();
    }

    private List<StoredTask> take(int limit, Predicate<StoredTask> condition) {
        List<StoredTask> taken = new ArrayList<>();
        Iterator<StoredTask> rest = behind(null);
        while (taken.size() < limit && rest.hasNext()) {
            StoredTask task = rest.next();
            if (!condition.test(task)) {
                break;
            }
            taken.add(task);
        }
        return taken;
    }

    void clear() {
        tasks.clear();
    }
}
