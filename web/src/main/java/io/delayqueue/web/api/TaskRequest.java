package io.delayqueue.web.api;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.RawJson;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/** Task to add. Its group and topic are missing if the path has them. */
record TaskRequest(
        @Nullable String group,
        @Nullable String topic,
        @Nullable RawJson payload,
        @Nullable Duration delay,
        @Nullable Instant at,
        @Nullable String id,
        @Nullable Priority priority,
        @Nullable Map<String, @Nullable String> headers,
        @Nullable String description,
        @Nullable Integer maxAttempts,
        @Nullable Duration ttr,
        @Nullable IfExists ifExists,
        @Nullable RetryRequest retry,
        @Nullable RepeatRequest repeat) {

    record RetryRequest(
            @Nullable Duration initialDelay,
            @Nullable Double multiplier,
            @Nullable Duration maxDelay,
            @Nullable Double jitter) {

        ExponentialBackoff backoff() {
            if (initialDelay == null) {
                throw ProblemException.invalid("retry.initialDelay", "must be given");
            }
            ExponentialBackoff usual = ExponentialBackoff.DEFAULT;
            Duration longest = initialDelay.compareTo(usual.max()) > 0 ? initialDelay : usual.max();
            try {
                return new ExponentialBackoff(
                        initialDelay,
                        multiplier == null ? usual.multiplier() : multiplier,
                        maxDelay == null ? longest : maxDelay,
                        jitter == null ? usual.jitter() : jitter);
            } catch (InvalidSettingException e) {
                throw ProblemException.invalid("retry." + name(e.field()), e.rule());
            }
        }

        private static String name(String field) {
            return switch (field) {
                case "initial" -> "initialDelay";
                case "max" -> "maxDelay";
                default -> field;
            };
        }
    }

    record RepeatRequest(
            @Nullable Duration rate,
            @Nullable Duration delay,
            @Nullable String cron,
            @Nullable String zone) {

        Repeat repeat() {
            if (Stream.of(rate, delay, cron).filter(Objects::nonNull).count() != 1 || (zone != null && cron == null)) {
                throw ProblemException.invalid(
                        "repeat", "must have a rate, a delay or a cron, and a zone only with cron");
            }
            if (rate != null) {
                return Repeat.fixedRate(rate);
            }
            return delay != null ? Repeat.fixedDelay(delay) : Repeat.cron(String.valueOf(cron), zoneId());
        }

        private ZoneId zoneId() {
            try {
                return zone == null ? ZoneOffset.UTC : ZoneId.of(zone);
            } catch (DateTimeException e) {
                throw ProblemException.invalid("repeat.zone", "must be a time zone such as \"Europe/Berlin\"");
            }
        }
    }

    /** Converts the request to a task of a topic. */
    Task task(String group, String topic) {
        TaskBuilder builder = Task.of(group, topic);
        time(builder);
        if (payload != null) {
            builder.payload(new RawValue(payload.text()));
        }
        if (id != null) {
            builder.id(id);
        }
        if (priority != null) {
            builder.priority(priority);
        }
        if (headers != null) {
            builder.headers(checkedHeaders(headers));
        }
        if (description != null) {
            builder.description(description);
        }
        if (maxAttempts != null) {
            builder.maxAttempts(maxAttempts);
        }
        if (ttr != null) {
            builder.ttr(ttr);
        }
        if (ifExists != null) {
            builder.ifExists(ifExists);
        }
        if (retry != null) {
            builder.retry(retry.backoff());
        }
        if (repeat != null) {
            builder.repeat(repeat.repeat());
        }
        return builder.build();
    }

    private void time(TaskBuilder builder) {
        if (delay != null && at != null) {
            throw ProblemException.invalid("delay", "must be missing if at is given");
        }
        if (delay != null) {
            builder.delay(delay);
        }
        if (at != null) {
            builder.at(at);
        }
    }

    private static Map<String, String> checkedHeaders(Map<String, @Nullable String> headers) {
        headers.forEach((name, value) -> {
            if (value == null) {
                throw ProblemException.invalid("headers." + name, "must be a text, but is null");
            }
        });
        return Map.copyOf(headers);
    }
}
