package io.delayqueue.memory;

import io.delayqueue.Priority;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a task stands by its time. The whole part of a score is a time in milliseconds; the quarters of its fraction are the priorities,
 * and what is finer keeps the order of adding, as far as a double has room for it.
 */
final class Score {

    private static final double QUARTER = 0.25;

    private Score() {}

    /** The time that a score says, in milliseconds since the epoch. */
    static long millis(double score) {
        return (long) Math.floor(score);
    }

    /** The priority's first score in a millisecond. */
    static double first(long millis, Priority priority) {
        return millis + QUARTER * quarters(priority);
    }

    private static int quarters(Priority priority) {
        return switch (priority) {
            case NORMAL -> 0;
            case HIGH -> 1;
            case LOW -> 2;
        };
    }

    /** The scores that one step has given. */
    static final class Slots {

        private static final double FAR = 1L << 41;

        private static final double VERY_FAR = 1L << 42;

        private final TaskOrder delayed;

        private final Map<Double, Double> taken = new HashMap<>();

        private final Set<Map.Entry<TaskOrder, Double>> seen = new HashSet<>();

        Slots(TaskOrder delayed) {
            this.delayed = delayed;
        }

        /**
         * The score of a task that is new there: behind those of the same millisecond and priority that wait, and behind those that are
         * ready already.
         *
         * @param ready those of its topic and priority, if that millisecond is over
         */
        double give(long due, Priority priority, @Nullable TaskOrder ready) {
            double first = first(due, priority);
            Double last = taken.containsKey(first) ? taken.get(first) : last(delayed, first);
            if (ready != null && seen.add(Map.entry(ready, first))) {
                Double readied = last(ready, first);
                if (readied != null) {
                    last = last == null ? readied : Double.valueOf(Math.max(last, readied));
                }
            }
            double score = first;
            if (last != null) {
                double step = step(due);
                score = Math.min(last + step, first + QUARTER - step);
            }
            taken.put(first, score);
            return score;
        }

        private static @Nullable Double last(TaskOrder order, double first) {
            return order.lastScore(first, first + QUARTER);
        }

        /** What a double has room for: less, the further away the time is. */
        private static double step(long due) {
            if (due < FAR) {
                return 1d / 4096;
            }
            return due < VERY_FAR ? 1d / 2048 : 1d / 16;
        }
    }
}
