package io.delayqueue.autoconfigure.metrics;

import java.time.Duration;

/** Labels of the windows of forecasts. */
final class Windows {

    private Windows() {}

    /** Returns the label, in the largest unit that divides the length: {@code 1m} or {@code 7d}. */
    static String label(Duration window) {
        for (Unit unit : Unit.values()) {
            if (window.toMillis() % unit.millis == 0) {
                return window.toMillis() / unit.millis + unit.suffix;
            }
        }
        return window.toString();
    }

    private enum Unit {
        DAYS(Duration.ofDays(1), "d"),
        HOURS(Duration.ofHours(1), "h"),
        MINUTES(Duration.ofMinutes(1), "m"),
        SECONDS(Duration.ofSeconds(1), "s"),
        MILLIS(Duration.ofMillis(1), "ms");

        private final long millis;

        private final String suffix;

        Unit(Duration length, String suffix) {
            this.millis = length.toMillis();
            this.suffix = suffix;
        }
    }
}
