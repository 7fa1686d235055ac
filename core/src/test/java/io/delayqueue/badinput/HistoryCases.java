package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.invalid;
import static io.delayqueue.badinput.BadInput.isNull;
import static io.delayqueue.badinput.BadInput.setting;

import io.delayqueue.Tag;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TopicHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;

/** Rules of histories that cannot hold, and searches for what no record can have. */
final class HistoryCases {

    private static final long SIZE = HistoryRule.MIN_SIZE;

    private static final Duration DAY = Duration.ofDays(1);

    private static final String ID = " must be 1 to 128 letters, digits, '-', '_' or '.', but is ";

    private static final String KEY = "key must be 1 to 128 printable ASCII characters without '\"' and '\\', but is ";

    private HistoryCases() {}

    static Stream<BadInput> all() {
        return Stream.of(rules(), queries(), searches()).flatMap(cases -> cases);
    }

    private static TopicHistory history(Subject subject) {
        return subject.engine().inspector().history(new TopicName("g", "t"));
    }

    private static Stream<BadInput> queries() {
        return Stream.of(
                invalid(
                        "new HistoryQuery: no id",
                        s -> new HistoryQuery("", null, null, null, null, null, 1),
                        "id" + ID + "''"),
                invalid("HistoryQuery.id: two stars", s -> HistoryQuery.ALL.id("**"), "id" + ID + "'**'"),
                invalid("HistoryQuery.key: a quote", s -> HistoryQuery.ALL.key("a\""), KEY + "'a\"'"),
                invalid(
                        "HistoryQuery.before: too late",
                        s -> HistoryQuery.ALL.before(Instant.MAX),
                        "before must be before the year 10000, but is '+1000000000-12-31T23:59:59.999999999Z'"),
                invalid(
                        "HistoryQuery.limit: 0",
                        s -> HistoryQuery.ALL.limit(0),
                        "limit must be from 1 to 100, but is '0'"),
                invalid(
                        "HistoryQuery.limit: one too many",
                        s -> HistoryQuery.ALL.limit(101),
                        "limit must be from 1 to 100, but is '101'"));
    }

    private static Stream<BadInput> searches() {
        return Stream.of(
                invalid("TopicHistory.find: null", s -> history(s).find(null), "id" + ID + "null"),
                invalid("TopicHistory.find: the id of all", s -> history(s).find("*"), "id" + ID + "'*'"),
                isNull("TopicHistory.list: null", s -> history(s).list(null), "query"),
                invalid(
                        "TopicHistory.list: a cursor of something else",
                        s -> history(s).list(HistoryQuery.ALL.from("t/READY/1")),
                        "cursor must come from a page of a history, but is 't/READY/1'"),
                invalid("TopicHistory.forget: a blank", s -> history(s).forget(" "), "id" + ID + "' '"),
                isNull("TopicHistory.forget: a null tag", s -> history(s).forget((Tag) null), "tag"),
                invalid("TopicHistory.forgetKey: null", s -> history(s).forgetKey(null), KEY + "null"),
                invalid("TopicHistory.forgetKey: a backslash", s -> history(s).forgetKey("\\"), KEY + "'\\'"));
    }

    private static Stream<BadInput> rules() {
        return Stream.of(
                setting(
                        "HistoryRule.of: too short",
                        s -> HistoryRule.of(Duration.ofMillis(999), SIZE),
                        "history maxAge must be at least 1 second, but is 999ms"),
                setting(
                        "HistoryRule.of: too long",
                        s -> HistoryRule.of(Duration.ofDays(36_501), SIZE),
                        "history maxAge must be at most 36,500 days, but is 36501d"),
                setting(
                        "HistoryRule.of: too small",
                        s -> HistoryRule.of(DAY, SIZE - 1),
                        "history maxSize must be at least 2 MB (2,097,152 bytes), but is 2097151"),
                setting(
                        "HistoryRule.of: too large",
                        s -> HistoryRule.of(DAY, HistoryRule.MAX_SIZE + 1),
                        "history maxSize must be at most 1 GB, but is 1073741825"),
                isNull("new HistoryRule: no age", s -> new HistoryRule(null, SIZE, false, false, Set.of()), "maxAge"),
                isNull("new HistoryRule: no outcomes", s -> new HistoryRule(DAY, SIZE, false, false, null), "outcomes"),
                isNull(
                        "HistoryRule.outcomes: null",
                        s -> HistoryRule.of(DAY, SIZE).outcomes((RecordedOutcome[]) null),
                        "outcomes"),
                isNull(
                        "DelayQueueEngineBuilder.history: no topic",
                        s -> s.builder().history(null, HistoryRule.of(DAY, SIZE)),
                        "topic"),
                isNull(
                        "DelayQueueEngineBuilder.history: no rule",
                        s -> s.builder().history(new TopicName("g", "t"), null),
                        "rule"),
                isNull("DelayQueueEngine.histories: null", s -> s.engine().histories("g", null), "topics"),
                isNull(
                        "DelayQueueInspector.history: null",
                        s -> s.engine().inspector().history(null),
                        "topic"),
                isNull(
                        "DelayQueueInspector.histories: null",
                        s -> s.engine().inspector().histories("g", null),
                        "topics"));
    }
}
