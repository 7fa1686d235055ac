package io.delayqueue.store;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.TaskInfo;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the options of a task and its last occurrence for display. A value that breaks a rule is null, as if it were not set. */
final class DisplayedOptions {

    private DisplayedOptions() {}

    static @Nullable Duration ttr(JsonNode ttr) {
        return millis(ttr);
    }

    static @Nullable Integer maxAttempts(JsonNode maxAttempts) {
        return maxAttempts.isIntegralNumber() && maxAttempts.canConvertToInt() ? maxAttempts.intValue() : null;
    }

    static @Nullable ExponentialBackoff retry(JsonNode retry) {
        Duration initial = millis(retry.path("initial"));
        if (initial == null) {
            return null;
        }
        Duration max = millis(retry.path("max"));
        try {
            return new ExponentialBackoff(
                    initial,
                    retry.path("multiplier").asDouble(1),
                    max == null ? initial : max,
                    retry.path("jitter").asDouble(0));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    static @Nullable Repeat repeat(JsonNode repeat) {
        Duration rate = millis(repeat.path("rate"));
        Duration delay = millis(repeat.path("delay"));
        String cron = repeat.path("cron").asString(null);
        String zone = repeat.path("zone").asString(null);
        try {
            if (rate != null) {
                return Repeat.fixedRate(rate);
            }
            if (delay != null) {
                return Repeat.fixedDelay(delay);
            }
            return cron == null || zone == null ? null : Repeat.cron(cron, ZoneId.of(zone));
        } catch (InvalidTaskException | DateTimeException e) {
            return null;
        }
    }

    /** Of an array of due time, end, and 1 if the occurrence failed. */
    static TaskInfo.@Nullable LastRun lastRun(JsonNode run) {
        Duration due = millis(run.path(0));
        Duration end = millis(run.path(1));
        return due == null || end == null
                ? null
                : new TaskInfo.LastRun(
                        Instant.EPOCH.plus(due),
                        Instant.EPOCH.plus(end),
                        run.path(2).asInt(0) != 0);
    }

    private static @Nullable Duration millis(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong() ? Duration.ofMillis(value.longValue()) : null;
    }
}
