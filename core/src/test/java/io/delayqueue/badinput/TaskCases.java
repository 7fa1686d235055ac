package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.invalid;
import static io.delayqueue.badinput.BadInput.isNull;
import static io.delayqueue.badinput.BadInput.setting;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.IfExists;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Invalid settings of a task. */
final class TaskCases {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Duration TOO_LONG = Duration.ofDays(36_500).plusMillis(1);

    private static final Duration ETERNITY = Duration.ofSeconds(Long.MAX_VALUE);

    private static final Instant YEAR_10000 =
            Instant.parse("9999-12-31T23:59:59.999Z").plusNanos(1);

    private TaskCases() {}

    static Stream<BadInput> all() {
        return Stream.of(
                        times(),
                        windows(),
                        latestStarts(),
                        limits(),
                        texts(),
                        nulls(),
                        tags(),
                        contexts(),
                        repeats(),
                        backoffs(),
                        exceptions())
                .flatMap(cases -> cases);
    }

    private static Stream<BadInput> contexts() {
        return Stream.of(
                invalid(
                        "TaskContext.progress: less than nothing done",
                        s -> s.context().progress(-1, 0, null),
                        "done must not be negative, but is '-1'"),
                invalid(
                        "TaskContext.progress: of less than nothing",
                        s -> s.context().progress(0, -1, null),
                        "total must not be negative, but is '-1'"),
                isNull("TaskContext.traced: null", s -> s.context().traced(null), "traceId"),
                isNull("TaskContext.completeWith: null", s -> s.context().completeWith(null), "work"));
    }

    private static Stream<BadInput> tags() {
        String name =
                "tag must have a name that is a letter followed by letters, digits, '-', '_' or '.', 64 characters at most,";
        String value =
                "tag must have a value of 1 to 128 characters, without control characters, '\"' and '\\', but is ";
        return Stream.of(
                invalid("new Tag: no name", s -> new Tag(null, "42"), name + " but is 'null=42'"),
                invalid("new Tag: an empty name", s -> new Tag("", "42"), name + " but is '=42'"),
                invalid("new Tag: a name that begins with a digit", s -> new Tag("4", "2"), name + " but is '4=2'"),
                invalid("new Tag: a colon in a name", s -> new Tag("a:b", "2"), name + " but is 'a:b=2'"),
                invalid(
                        "new Tag: a long name",
                        s -> new Tag("n".repeat(65), "2"),
                        name + " but is '" + "n".repeat(65) + "=2'"),
                invalid("new Tag: no value", s -> new Tag("order", null), value + "'order=null'"),
                invalid("new Tag: an empty value", s -> new Tag("order", ""), value + "'order='"),
                invalid("new Tag: a quotation mark", s -> new Tag("order", "4\"2"), value + "'order=4\"2'"),
                invalid("new Tag: a backslash", s -> new Tag("order", "4\\2"), value + "'order=4\\2'"),
                invalid("new Tag: a tab", s -> new Tag("order", "4\t2"), value + "'order=4\t2'"),
                invalid("new Tag: a NUL", s -> new Tag("order", "4\0"), value + "'order=4\0'"),
                invalid(
                        "new Tag: a control character of C1",
                        s -> new Tag("order", "\u0085"),
                        value + "'order=\u0085'"),
                invalid("new Tag: half a character", s -> new Tag("order", "\ud83d"), value + "'order=\ud83d'"),
                invalid(
                        "new Tag: a long value",
                        s -> new Tag("order", "4".repeat(129)),
                        value + "'order=" + "4".repeat(129) + "'"),
                invalid(
                        "new Tag: many bytes",
                        s -> new Tag("n2", "\u20ac".repeat(85)),
                        "tag must have at most 256 bytes of name and value together, but is 'n2=" + "\u20ac".repeat(85)
                                + "'"),
                invalid("TaskBuilder.tag: an empty value", s -> task().tag("order", ""), value + "'order='"),
                invalid(
                        "TaskBuilder.tag: a tag twice",
                        s -> task().tag("order", "42").tag("order", "4").tag("order", "42"),
                        "tag must differ from the other tags of the task, but is 'order=42'"),
                invalid(
                        "TaskBuilder.tag: a ninth",
                        s -> {
                            TaskBuilder task = task();
                            for (int i = 1; i <= 9; i++) {
                                task.tag("order", "" + i);
                            }
                        },
                        "tag must be one of at most 8, but is 'order=9'"),
                isNull("Tag.parse: null", s -> Tag.parse(null), "tag"),
                invalid(
                        "Tag.parse: a name alone",
                        s -> Tag.parse("order"),
                        "tag must be a name and a value with '=' between them, but is 'order'"),
                invalid("Tag.parse: no value", s -> Tag.parse("order="), value + "'order='"));
    }

    private static TaskBuilder task() {
        return Task.of("g", "t");
    }

    private static Stream<BadInput> times() {
        return Stream.of(
                isNull("Task.requireDelay: null", s -> Task.requireDelay(null), "delay"),
                isNull("Task.requireInstant: null", s -> Task.requireInstant(null), "at"),
                isNull("TaskBuilder.delay: null", s -> task().delay(null), "delay"),
                invalid(
                        "TaskBuilder.delay: a nanosecond too short",
                        s -> task().delay(Duration.ofNanos(-1)),
                        "delay must not be negative, but is 'PT-0.000000001S'"),
                invalid(
                        "TaskBuilder.delay: a millisecond too long",
                        s -> task().delay(TOO_LONG),
                        "delay must be at most 36,500 days, but is '3153600000001ms'"),
                invalid(
                        "TaskBuilder.delay: the longest duration there is",
                        s -> task().delay(ETERNITY),
                        "delay must be at most 36,500 days, but is '9223372036854775807s'"),
                isNull("TaskBuilder.at: null", s -> task().at(null), "at"),
                invalid(
                        "TaskBuilder.delay: beside an instant",
                        s -> task().at(Instant.EPOCH).delay(SECOND).build(),
                        "delay and at must not both be set, but are 1s and 1970-01-01T00:00:00Z: remove one of the calls"),
                invalid(
                        "TaskBuilder.at: a nanosecond too late",
                        s -> task().at(YEAR_10000),
                        "at must be before the year 10000, but is '9999-12-31T23:59:59.999000001Z'"),
                invalid(
                        "TaskBuilder.at: the last instant there is",
                        s -> task().at(Instant.MAX),
                        "at must be before the year 10000, but is '+1000000000-12-31T23:59:59.999999999Z'"));
    }

    private static Stream<BadInput> latestStarts() {
        Instant ten = Instant.parse("2030-01-01T10:00:00Z");
        return Stream.of(
                isNull("TaskBuilder.notAfter: null", s -> task().notAfter(null), "notAfter"),
                invalid(
                        "TaskBuilder.notAfter: a nanosecond too early",
                        s -> task().notAfter(Instant.EPOCH.minusNanos(1)),
                        "notAfter must be from 1970 to the end of the year 9999, but is '1969-12-31T23:59:59.999999999Z'"),
                invalid(
                        "TaskBuilder.notAfter: a nanosecond too late",
                        s -> task().notAfter(YEAR_10000),
                        "notAfter must be from 1970 to the end of the year 9999, but is '9999-12-31T23:59:59.999000001Z'"),
                invalid(
                        "TaskBuilder.notAfter: before the due time",
                        s -> task().at(ten.plusMillis(1)).notAfter(ten).build(),
                        "notAfter must not be before the due time: the task may not begin after 2030-01-01T10:00:00Z, but is due at"
                                + " 2030-01-01T10:00:00.001Z"),
                invalid(
                        "TaskBuilder.notAfter: before the end of the due window",
                        s -> task().dueBetween(ten, ten.plusMillis(1))
                                .notAfter(ten)
                                .build(),
                        "notAfter must not be before the due time: the task may not begin after 2030-01-01T10:00:00Z, but is due at"
                                + " 2030-01-01T10:00:00.001Z"),
                invalid(
                        "TaskBuilder.notAfter: beside a duration",
                        s -> task().notAfter(ten).within(SECOND).build(),
                        "notAfter must not be set beside within"),
                invalid(
                        "TaskBuilder.notAfter: of a task that repeats",
                        s -> task().notAfter(ten)
                                .repeat(Repeat.fixedRate(SECOND))
                                .build(),
                        "notAfter must not be set for a repeating task, which has within"),
                isNull("TaskBuilder.within: null", s -> task().within(null), "within"),
                invalid(
                        "TaskBuilder.within: less than a millisecond",
                        s -> task().within(Duration.ofNanos(999_999)),
                        "within must be at least 1 ms, but is 'PT0.000999999S'"),
                invalid(
                        "TaskBuilder.within: a millisecond too long",
                        s -> task().within(TOO_LONG),
                        "within must be at most 36,500 days, but is '3153600000001ms'"));
    }

    private static Stream<BadInput> windows() {
        Instant now = Instant.EPOCH;
        return Stream.of(
                isNull("TaskBuilder.dueBetween: null", s -> task().dueBetween(null, now), "from"),
                isNull("TaskBuilder.dueBetween: a null end", s -> task().dueBetween(now, null), "to"),
                invalid(
                        "TaskBuilder.dueBetween: a nanosecond backwards",
                        s -> task().dueBetween(now.plusNanos(1), now),
                        "dueBetween must not end before 1970-01-01T00:00:00.000000001Z, but is '1970-01-01T00:00:00Z'"),
                invalid(
                        "TaskBuilder.dueBetween: a nanosecond too late",
                        s -> task().dueBetween(now, YEAR_10000),
                        "dueBetween must be before the year 10000, but is '9999-12-31T23:59:59.999000001Z'"),
                invalid(
                        "TaskBuilder.dueBetween: beside a delay",
                        s -> task().dueBetween(now, now).delay(SECOND).build(),
                        "dueBetween must not be set beside delay"),
                invalid(
                        "TaskBuilder.dueBetween: beside an instant",
                        s -> task().at(now).dueBetween(now, now).build(),
                        "dueBetween must not be set beside at"),
                invalid(
                        "TaskBuilder.dueBetween: beside a repetition",
                        s -> task().dueBetween(now, now)
                                .repeat(Repeat.fixedRate(SECOND))
                                .build(),
                        "dueBetween must not be set beside repeat"),
                invalid(
                        "TaskBuilder.dueBetween: beside a debounce",
                        s -> task().id("a")
                                .dueBetween(now, now)
                                .debounce(SECOND, SECOND)
                                .build(),
                        "dueBetween must not be set beside debounce"),
                isNull("TaskBuilder.uniqueFor: null", s -> task().uniqueFor(null), "uniqueFor"),
                invalid(
                        "TaskBuilder.uniqueFor: 0",
                        s -> task().uniqueFor(Duration.ZERO),
                        "uniqueFor must be at least 1 ms, but is '0s'"),
                invalid(
                        "TaskBuilder.uniqueFor: negative",
                        s -> task().uniqueFor(SECOND.negated()),
                        "uniqueFor must be at least 1 ms, but is '-1s'"),
                invalid(
                        "TaskBuilder.uniqueFor: a millisecond too long",
                        s -> task().uniqueFor(TOO_LONG),
                        "uniqueFor must be at most 36,500 days, but is '3153600000001ms'"),
                invalid(
                        "TaskBuilder.uniqueFor: without an id",
                        s -> task().uniqueFor(SECOND).build(),
                        "uniqueFor needs an id"),
                invalid(
                        "TaskBuilder.uniqueFor: beside REPLACE",
                        s -> task().id("a")
                                .uniqueFor(SECOND)
                                .ifExists(IfExists.REPLACE)
                                .build(),
                        "uniqueFor keeps the first task, ifExists REPLACE the last"),
                invalid(
                        "TaskBuilder.uniqueFor: beside a repetition",
                        s -> task().id("a")
                                .uniqueFor(SECOND)
                                .repeat(Repeat.fixedRate(SECOND))
                                .build(),
                        "uniqueFor must not be set beside repeat"),
                isNull("TaskBuilder.throttle: null", s -> task().throttle(null), "throttle"),
                invalid(
                        "TaskBuilder.throttle: without an id",
                        s -> task().throttle(SECOND).build(),
                        "throttle needs an id"),
                invalid(
                        "TaskBuilder.throttle: beside a debounce",
                        s -> task().id("a")
                                .throttle(SECOND)
                                .debounce(SECOND, SECOND)
                                .build(),
                        "throttle keeps the first task, debounce the last"),
                isNull("TaskBuilder.debounce: null", s -> task().debounce(null, SECOND), "wait"),
                isNull("TaskBuilder.debounce: a null longest wait", s -> task().debounce(SECOND, null), "longestWait"),
                invalid(
                        "TaskBuilder.debounce: a longest wait of 0",
                        s -> task().debounce(Duration.ZERO, Duration.ZERO),
                        "longestWait must be at least 1 ms, but is '0s'"),
                invalid(
                        "TaskBuilder.debounce: a wait that is longer than the longest",
                        s -> task().id("a")
                                .debounce(SECOND, Duration.ofMillis(999))
                                .build(),
                        "longestWait must be at least the wait of 1s, but is '999ms'"),
                invalid(
                        "TaskBuilder.debounce: beside a delay",
                        s -> task().id("a")
                                .debounce(SECOND, SECOND)
                                .delay(SECOND)
                                .build(),
                        "debounce must not be set beside delay"),
                invalid(
                        "TaskBuilder.debounce: beside an earlier delay",
                        s -> task().id("a")
                                .delay(SECOND)
                                .debounce(SECOND, SECOND)
                                .build(),
                        "debounce must not be set beside delay"),
                invalid(
                        "TaskBuilder.debounce: beside an instant",
                        s -> task().id("a")
                                .at(Instant.EPOCH)
                                .debounce(SECOND, SECOND)
                                .build(),
                        "debounce must not be set beside at"),
                invalid(
                        "TaskBuilder.debounce: a negative wait",
                        s -> task().debounce(SECOND.negated(), SECOND),
                        "wait must not be negative, but is '-1s'"),
                invalid(
                        "TaskBuilder.debounce: without an id",
                        s -> task().debounce(SECOND, SECOND).build(),
                        "debounce needs an id"),
                invalid(
                        "TaskBuilder.debounce: beside KEEP",
                        s -> task().id("a")
                                .debounce(SECOND, SECOND)
                                .ifExists(IfExists.KEEP)
                                .build(),
                        "debounce keeps the last task, and ifExists KEEP the first"),
                invalid(
                        "TaskBuilder.debounce: beside a repetition",
                        s -> task().id("a")
                                .debounce(SECOND, SECOND)
                                .repeat(Repeat.fixedRate(SECOND))
                                .build(),
                        "debounce must not be set beside repeat"));
    }

    private static Stream<BadInput> limits() {
        return Stream.of(
                isNull("TaskBuilder.ttr: null", s -> task().ttr(null), "ttr"),
                invalid(
                        "TaskBuilder.ttr: a millisecond too short",
                        s -> task().ttr(Duration.ofMillis(999)),
                        "ttr must be at least 1 second, but is '999ms'"),
                invalid(
                        "TaskBuilder.ttr: negative",
                        s -> task().ttr(Duration.ofDays(-1)),
                        "ttr must be at least 1 second, but is '-1d'"),
                invalid(
                        "TaskBuilder.maxAttempts: 0",
                        s -> task().maxAttempts(0),
                        "maxAttempts must be at least 1, but is '0'"),
                invalid(
                        "TaskBuilder.maxAttempts: the least number there is",
                        s -> task().maxAttempts(Integer.MIN_VALUE),
                        "maxAttempts must be at least 1, but is '-2147483648'"),
                isNull("TaskBuilder.retryFor: null", s -> task().retryFor(null), "retryFor"),
                invalid(
                        "TaskBuilder.retryFor: a millisecond too short",
                        s -> task().retryFor(Duration.ofMillis(999)),
                        "retryFor must be at least 1 second, but is '999ms'"),
                invalid(
                        "TaskBuilder.retryFor: a millisecond too long",
                        s -> task().retryFor(TOO_LONG),
                        "retryFor must be at most 36,500 days, but is '3153600000001ms'"));
    }

    private static Stream<BadInput> texts() {
        return Stream.of(
                isNull("TaskBuilder.description: null", s -> task().description(null), "description"),
                invalid(
                        "TaskBuilder.description: one character too long",
                        s -> task().description("x".repeat(4_097)),
                        "description must be at most 4,096 characters, but is '" + "x".repeat(160) + "...'"),
                isNull("TaskBuilder.headers: null", s -> task().headers(null), "headers"),
                isNull(
                        "TaskBuilder.headers: a null value",
                        s -> task().headers(Collections.singletonMap("k", null)),
                        "headers[k]"),
                new BadInput(
                        "TaskBuilder.headers: a null name",
                        s -> task().headers(Collections.singletonMap(null, "v")),
                        NullPointerException.class,
                        "headers must not have null as a name"),
                invalid(
                        "TaskBuilder.headers: one character too long",
                        s -> task().headers(Map.of("k", "v".repeat(65_536))),
                        "headers must be at most 65,536 characters in all, but is '65537'"),
                invalid(
                        "TaskBuilder.headers: half a character in a name",
                        s -> task().headers(Map.of("a\ud83d", "v")),
                        "headers must have names of valid Unicode, but is 'a\ud83d'"));
    }

    private static Stream<BadInput> nulls() {
        return Stream.of(
                isNull("TaskBuilder.payload: a null type", s -> task().payload("a", null), "type"),
                isNull("Task.withHeadersOf: null", s -> task().build().withHeadersOf(null, Map.of()), "source"),
                isNull("Task.withHeadersOf: no headers", s -> task().build().withHeadersOf("me", null), "headers"),
                invalid(
                        "Task.withHeadersOf: a character too many",
                        s -> task().headers(Map.of("a", "x".repeat(65_534)))
                                .build()
                                .withHeadersOf("me", Map.of("b", "x")),
                        "headers must be at most 65,536 characters in all, but is '65537'"),
                isNull("TaskBuilder.callback: a null class", s -> task().callback(null), "callback"),
                isNull(
                        "TaskBuilder.callback: null for arguments",
                        s -> task().callback(Callbacks.Fine.class, (Object[]) null),
                        "arguments"),
                isNull("new Task.CallbackSpec: a null class", s -> new Task.CallbackSpec(null, List.of()), "callback"),
                isNull(
                        "new Task.CallbackSpec: null for arguments",
                        s -> new Task.CallbackSpec(Callbacks.Fine.class, null),
                        "arguments"),
                isNull("TaskBuilder.priority: null", s -> task().priority(null), "priority"),
                isNull("TaskBuilder.ifExists: null", s -> task().ifExists(null), "ifExists"),
                isNull("TaskBuilder.retry: null", s -> task().retry(null), "backoff"),
                isNull("TaskBuilder.repeat: null", s -> task().repeat(null), "repeat"));
    }

    private static Stream<BadInput> repeats() {
        return Stream.of(
                isNull("Repeat.fixedRate: null", s -> Repeat.fixedRate(null), "period"),
                isNull("Repeat.fixedDelay: null", s -> Repeat.fixedDelay(null), "delay"),
                isNull("Repeat.cron: a null expression", s -> Repeat.cron(null, ZoneOffset.UTC), "expression"),
                isNull("Repeat.cron: a null zone", s -> Repeat.cron("hourly", null), "zone"),
                isNull("new Repeat.Cron: a null zone", s -> new Repeat.Cron("hourly", null), "zone"),
                isNull("new Repeat.FixedRate: null", s -> new Repeat.FixedRate(null), "period"),
                isNull("new Repeat.FixedDelay: null", s -> new Repeat.FixedDelay(null), "delay"),
                invalid(
                        "Repeat.fixedRate: a nanosecond too short",
                        s -> Repeat.fixedRate(Duration.ofMillis(10).minusNanos(1)),
                        "repeat period must be at least 10 ms, but is 'PT0.009999999S'"),
                invalid(
                        "Repeat.fixedRate: too long",
                        s -> Repeat.fixedRate(TOO_LONG),
                        "repeat period must be at most 36,500 days, but is '3153600000001ms'"),
                invalid(
                        "Repeat.fixedDelay: negative",
                        s -> Repeat.fixedDelay(SECOND.negated()),
                        "repeat delay must be at least 10 ms, but is '-1s'"),
                invalid(
                        "Repeat.fixedDelay: the longest duration there is",
                        s -> Repeat.fixedDelay(ETERNITY),
                        "repeat delay must be at most 36,500 days, but is '9223372036854775807s'"));
    }

    private static Stream<BadInput> backoffs() {
        return Stream.of(
                isNull("ExponentialBackoff.fixed: null", s -> ExponentialBackoff.fixed(null), "delay"),
                setting(
                        "ExponentialBackoff.fixed: zero",
                        s -> ExponentialBackoff.fixed(Duration.ZERO),
                        "retry delay must be at least 1 ms, but is 0s"),
                setting(
                        "ExponentialBackoff.fixed: too long",
                        s -> ExponentialBackoff.fixed(TOO_LONG),
                        "retry delay must be at most 36,500 days, but is 3153600000001ms"),
                isNull(
                        "new ExponentialBackoff: null initial",
                        s -> new ExponentialBackoff(null, 1, SECOND, 0),
                        "initial"),
                isNull("new ExponentialBackoff: null max", s -> new ExponentialBackoff(SECOND, 1, null, 0), "max"),
                setting(
                        "new ExponentialBackoff: initial of a nanosecond",
                        s -> new ExponentialBackoff(Duration.ofNanos(1), 1, SECOND, 0),
                        "retry initial must be at least 1 ms, but is PT0.000000001S"),
                setting(
                        "new ExponentialBackoff: multiplier below 1",
                        s -> new ExponentialBackoff(SECOND, 0.99, SECOND, 0),
                        "retry multiplier must be at least 1, but is 0.99"),
                setting(
                        "new ExponentialBackoff: multiplier that is no number",
                        s -> new ExponentialBackoff(SECOND, Double.NaN, SECOND, 0),
                        "retry multiplier must be at least 1, but is NaN"),
                setting(
                        "new ExponentialBackoff: multiplier without end",
                        s -> new ExponentialBackoff(SECOND, Double.POSITIVE_INFINITY, SECOND, 0),
                        "retry multiplier must be finite, but is Infinity"),
                setting(
                        "new ExponentialBackoff: max below initial",
                        s -> new ExponentialBackoff(SECOND, 1, Duration.ofMillis(999), 0),
                        "retry max must be at least the initial delay (1s), but is 999ms"),
                setting(
                        "new ExponentialBackoff: max too long",
                        s -> new ExponentialBackoff(SECOND, 1, ETERNITY, 0),
                        "retry max must be at most 36,500 days, but is 9223372036854775807s"),
                setting(
                        "new ExponentialBackoff: jitter below 0",
                        s -> new ExponentialBackoff(SECOND, 1, SECOND, -0.01),
                        "retry jitter must be from 0 to 1, but is -0.01"),
                setting(
                        "new ExponentialBackoff: jitter that is no number",
                        s -> new ExponentialBackoff(SECOND, 1, SECOND, Double.NaN),
                        "retry jitter must be from 0 to 1, but is NaN"));
    }

    private static Stream<BadInput> exceptions() {
        return Stream.of(
                isNull("new RetryTaskException: null delay", s -> new RetryTaskException(null, "why"), "delay"),
                invalid(
                        "new RetryTaskException: negative delay",
                        s -> new RetryTaskException(Duration.ofMillis(-1), "why", new IllegalStateException()),
                        "delay must not be negative, but is '-1ms'"),
                invalid(
                        "RetryTaskException.hold: no name",
                        s -> RetryTaskException.hold("a b", SECOND, "why"),
                        "limit must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, but is 'a b'"),
                invalid(
                        "RetryTaskException.hold: a negative delay",
                        s -> RetryTaskException.hold("a", SECOND.negated(), "why"),
                        "delay must not be negative, but is '-1s'"),
                isNull("RetryTaskException.hold: null delay", s -> RetryTaskException.hold("a", null, "why"), "delay"),
                isNull(
                        "RetryTaskException.holdTopic: null delay",
                        s -> RetryTaskException.holdTopic(null, "why"),
                        "delay"),
                invalid(
                        "RetryTaskException.holdTopic: negative delay",
                        s -> RetryTaskException.holdTopic(Duration.ofMillis(-1), "why"),
                        "delay must not be negative, but is '-1ms'"),
                isNull("RetryTaskException.later: null delay", s -> RetryTaskException.later(null, "why"), "delay"),
                invalid(
                        "RetryTaskException.later: negative delay",
                        s -> RetryTaskException.later(Duration.ofMillis(-1), "why"),
                        "delay must not be negative, but is '-1ms'"));
    }
}
