package io.delayqueue.memory;

import io.delayqueue.Priority;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Position of a task among those of its topic in the same state.
 *
 * @param rank the rank of the priority if the task is ready, the next one if the task is behind others of its key, else 0
 * @param millis the time, in milliseconds since the epoch
 * @param level the order within a millisecond: of priorities, and of tasks without and with a history
 * @param id the id of the task, in whose order the tasks of a level are
 */
record Place(int rank, long millis, int level, String id) implements Comparable<Place> {

    /** Rank after those of the priorities. */
    private static final int BEHIND = Priority.values().length;

    private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::rank)
            .thenComparingLong(Place::millis)
            .thenComparingInt(Place::level)
            .thenComparing(Place::id);

    static Place of(boolean ready, long millis, Priority priority, boolean history, String id) {
        int level =
                switch (priority) {
                    case NORMAL -> 0;
                    case HIGH -> 2;
                    case LOW -> 4;
                };
        return new Place(ready ? priority.ordinal() : 0, millis, history ? level + 1 : level, id);
    }

    /** Returns a position before all of a rank and a time. */
    static Place start(int rank, long millis) {
        return new Place(rank, millis, 0, "");
    }

    /** Returns the position of a task without a place of its key: behind all ready ones. No key has a tab. */
    static Place behind(String key, long due, String id) {
        return new Place(BEHIND, 0, 0, key + "\t" + String.format("%015d", Math.max(0, due)) + id);
    }

    /** Returns a position before all behind of a key. */
    static Place startBehind(String key) {
        return new Place(BEHIND, 0, 0, key + "\t");
    }

    /** Returns a position after all behind of a key. */
    static Place endBehind(String key) {
        return new Place(BEHIND, 0, 0, key + "\n");
    }

    /** Returns the cursor of a page whose last task is here. */
    String cursor(String page) {
        return page + "/" + rank + "/" + millis + "/" + level + "/" + id;
    }

    /** Parses a cursor; null if the cursor belongs to other pages. */
    static @Nullable Place read(String page, String cursor) {
        String start = page + "/";
        String[] words =
                cursor.startsWith(start) ? cursor.substring(start.length()).split("/", 4) : new String[0];
        try {
            return words.length < 4
                    ? null
                    : new Place(
                            Integer.parseInt(words[0]), Long.parseLong(words[1]), Integer.parseInt(words[2]), words[3]);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
