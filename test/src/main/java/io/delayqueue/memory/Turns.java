package io.delayqueue.memory;

import io.delayqueue.Priority;
import java.util.EnumMap;
import java.util.Map;

/**
 * Number of tasks to reserve of each priority. Of 16 deliveries one has low priority, three normal and the others high
 * priority; a priority without tasks passes its share to the highest one with tasks. The shares are spread by the golden ratio
 * of the number of deliveries.
 */
final class Turns {

    private static final double GOLDEN_RATIO = 0.6180339887498949;

    private static final double LOW = 1d / 16;

    private static final double NORMAL = 4d / 16;

    private Turns() {}

    /**
     * Distributes a number of tasks.
     *
     * @param there the number of ready tasks of each priority
     * @param number the number to reserve, at most the number of ready tasks
     * @param last the number of deliveries before
     */
    static Map<Priority, Integer> share(Map<Priority, Integer> there, int number, long last) {
        Map<Priority, Integer> take = new EnumMap<>(Priority.class);
        for (Priority priority : Priority.values()) {
            take.put(priority, 0);
        }
        for (int i = 1; i <= number; i++) {
            Priority priority = turn((last + i) * GOLDEN_RATIO % 1);
            if (take.get(priority).equals(there.get(priority))) {
                priority = highest(there, take);
            }
            take.merge(priority, 1, Integer::sum);
        }
        return take;
    }

    private static Priority turn(double turn) {
        if (turn < LOW) {
            return Priority.LOW;
        }
        return turn < NORMAL ? Priority.NORMAL : Priority.HIGH;
    }

    private static Priority highest(Map<Priority, Integer> there, Map<Priority, Integer> take) {
        for (Priority priority : Priority.values()) {
            if (take.get(priority) < there.get(priority)) {
                return priority;
            }
        }
        throw new IllegalArgumentException("There are only " + there);
    }
}
