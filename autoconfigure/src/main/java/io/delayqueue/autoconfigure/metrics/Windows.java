package io.delayqueue.autoconfigure.metrics;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.springframework.boot.convert.DurationStyle;

/** Labels of the windows of forecasts. */
final class Windows {

    private Windows() {}

    /** Returns the label, in the largest unit that divides the length: {@code 1m} or {@code 7d}. */
    static String label(Duration window) {
        return Stream.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS, ChronoUnit.MILLIS)
                .filter(unit -> window.toMillis() % unit.getDuration().toMillis() == 0)
                .findFirst()
                .map(unit -> DurationStyle.SIMPLE.print(window, unit))
                .orElseThrow();
    }
}
