package io.delayqueue.web.api;

import io.delayqueue.Task;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.web.api.mvc.ApiJson;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.convert.DurationStyle;

/** Reads durations of query parameters. */
final class Windows {

    private static final Duration MIN = Duration.ofMillis(1);

    private Windows() {}

    static List<Duration> parse(List<String> windows) {
        if (windows.isEmpty() || windows.size() > TopicForecast.MAX_WINDOWS) {
            throw ProblemException.invalid("windows", "must be from 1 to " + TopicForecast.MAX_WINDOWS + " in number");
        }
        return windows.stream().map(window -> parse("windows", window)).toList();
    }

    static Duration parse(String parameter, String text) {
        Duration duration;
        try {
            duration = DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw ProblemException.invalid(parameter, "must be " + ApiJson.DURATION);
        }
        if (duration.compareTo(MIN) < 0 || duration.compareTo(Task.MAX_DELAY) > 0) {
            throw ProblemException.invalid(parameter, "must be from 1 ms to 36,500 days");
        }
        return duration;
    }
}
