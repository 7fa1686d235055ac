package io.delayqueue.memory;

import io.delayqueue.Priority;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many tasks to take of each priority. Of 16 turns one is the low ones', three are the normal ones', the rest the high ones'; a
 * priority without tasks leaves its turn to the highest that has some. Turns are spread by the golden ratio of the count of deliveries.
 */
final class Turns {

    private static final double GOLDEN_RATIO = 0.6180339887498949;

    private static final double LOW = 1d / 16;

    private static final double NORMAL = 4d / 16;

    private Turns() {}

    /**
     * Shares out.
     *
     * @param there how many there are of each priority
     * @param number how many to take, at most as many as there are
     * @param last how many deliveries there were before
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
