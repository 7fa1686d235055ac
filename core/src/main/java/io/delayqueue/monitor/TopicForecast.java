package io.delayqueue.monitor;

import io.delayqueue.TaskCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Numbers of a topic's tasks, and of those that fall due within windows from now, of one moment. Only what is stored is counted: later
 * adds, retries of later failures, and the occurrences of a repeating task after its next one are not known yet.
 *
 * @param counts the numbers by state; a paused topic's tasks fall due all the same
 * @param at the moment, by the store's clock
 * @param due the windows in the given order, each with its number of delayed tasks. Each window begins now, so a longer one contains
 *     a shorter one
 */
public record TopicForecast(TaskCounts counts, Instant at, List<DueTasks> due) {

    /** Maximum number of windows of one forecast. */
    public static final int MAX_WINDOWS = 10;

    /** The next minute, hour, day and week. */
    public static final List<Duration> DEFAULT_WINDOWS =
            List.of(Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7));

    /** Copies the list. */
    public TopicForecast {
        due = List.copyOf(due);
    }

    /**
     * Delayed tasks that fall due within a window.
     *
     * @param window the length of the window
     * @param tasks number of delayed tasks of all priorities whose due time is after the moment of the forecast, and at most this
     *     length after it
     */
    public record DueTasks(Duration window, long tasks) {}
}
