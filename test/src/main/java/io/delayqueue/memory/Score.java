package io.delayqueue.memory;

import io.delayqueue.Priority;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Position of a task by its time. The whole part of a score is a time in milliseconds; the quarters of its fraction are the
 * priorities, and the rest keeps the order of adds, as far as the precision of a double allows.
 */
final class Score {

    private static final double QUARTER = 0.25;

    private Score() {}

    /** Returns the time of a score, in milliseconds since the epoch. */
    static long millis(double score) {
        return (long) Math.floor(score);
    }

    /** Returns the first score of a priority in a millisecond. */
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

    /** Scores assigned by one step. */
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
         * Returns the score of a new task: behind delayed ones of the same millisecond and priority, and behind ready ones.
         *
         * @param ready the ready tasks of its topic and priority, if that millisecond is over
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

        /** Returns the precision of a double, which decreases with the distance of the time. */
        private static double step(long due) {
            if (due < FAR) {
                return 1d / 4096;
            }
            return due < VERY_FAR ? 1d / 2048 : 1d / 16;
        }
    }
}
