package io.delayqueue.internal.service;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import io.delayqueue.Task;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;

/** Checks the arguments of an inspector. */
public final class Arguments {

    private static final Duration MIN_TIME = Duration.ofMillis(1);

    private Arguments() {}

    /** Returns the windows of a forecast in whole milliseconds. */
    public static List<Duration> windows(List<Duration> windows) {
        requireNonNull(windows, "windows must not be null");
        boolean holds = !windows.isEmpty() && windows.size() <= TopicForecast.MAX_WINDOWS;
        require(holds, "windows", windows.size(), "must be from 1 to " + TopicForecast.MAX_WINDOWS + " in number");
        return windows.stream().map(Arguments::window).toList();
    }

    private static Duration window(Duration window) {
        requireNonNull(window, "window must not be null");
        boolean holds = window.compareTo(MIN_TIME) >= 0 && window.compareTo(Task.MAX_DELAY) <= 0;
        require(holds, "window", window, "must be from 1 ms to 36,500 days");
        return window.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns values that are there. */
    static <T> List<T> notNull(String field, T[] values) {
        requireNonNull(values, field + " must not be null");
        for (int i = 0; i < values.length; i++) {
            int index = i;
            requireNonNull(values[i], () -> field + "[" + index + "] must not be null");
        }
        return List.of(values);
    }

    /** Returns a maximum time in nanoseconds. */
    static long nanos(Duration atMost) {
        requireNonNull(atMost, "atMost must not be null");
        require(atMost.compareTo(MIN_TIME) >= 0, "atMost", atMost, "must be at least 1 ms");
        return Millis.atMost(Task.MAX_DELAY, atMost).toNanos();
    }

    /** Returns valid ids, each once. */
    static List<String> ids(Collection<String> ids) {
        requireNonNull(ids, "ids must not be null");
        return ids.stream().map(Task::requireId).distinct().toList();
    }

    /** Checks a number that is at least 1. */
    static void requireUpTo(int max, String field, int value) {
        require(value >= 1 && value <= max, field, value, "must be from 1 to " + max);
    }
}
