package io.delayqueue.internal.service;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/** Checks the windows of forecasts. */
public final class ForecastWindows {

    private static final Duration MIN = Duration.ofMillis(1);

    private ForecastWindows() {}

    /** Returns the windows in whole milliseconds. */
    public static List<Duration> valid(List<Duration> windows) {
        Objects.requireNonNull(windows, "windows must not be null");
        if (windows.isEmpty() || windows.size() > TopicForecast.MAX_WINDOWS) {
            throw InvalidTaskException.of(
                    "windows", windows.size(), "must be from 1 to " + TopicForecast.MAX_WINDOWS + " in number");
        }
        return windows.stream().map(ForecastWindows::valid).toList();
    }

    private static Duration valid(Duration window) {
        Objects.requireNonNull(window, "window must not be null");
        if (window.compareTo(MIN) < 0 || window.compareTo(Task.MAX_DELAY) > 0) {
            throw InvalidTaskException.of("window", window, "must be from 1 ms to 36,500 days");
        }
        return window.truncatedTo(ChronoUnit.MILLIS);
    }
}
