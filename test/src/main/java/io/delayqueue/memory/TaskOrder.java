package io.delayqueue.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tasks in the order of their scores; of those with the same, by topic and id. Each question costs the logarithm of their number. */
final class TaskOrder {

    /**
     * A task's place.
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

    /** The score of the first. */
    @Nullable
    Double firstScore() {
        return tasks.isEmpty() ? null : Double.valueOf(tasks.firstKey().score());
    }

    /** The highest score from one on and below another. */
    @Nullable
    Double lastScore(double from, double below) {
        Place last = tasks.lowerKey(new Place(below, ""));
        return last != null && last.score() >= from ? Double.valueOf(last.score()) : null;
    }

    /** The first so many. */
    List<StoredTask> first(int limit) {
        return take(limit, task -> true);
    }

    /** The first so many whose scores are below one. */
    List<StoredTask> below(double score, int limit) {
        return take(limit, task -> task.score() < score);
    }

    /** The first whose score is not below one. */
    @Nullable
    StoredTask from(double score) {
        Map.Entry<Place, StoredTask> entry = tasks.ceilingEntry(new Place(score, ""));
        return entry == null ? null : entry.getValue();
    }

    /**
     * Those behind a place, to be looked at before anything is changed.
     *
     * @param place where a task is, or was; null to begin
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
