package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.isNull;
import static io.delayqueue.badinput.BadInput.setting;

import io.delayqueue.Task;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;

/** Rules of histories that cannot hold. */
final class HistoryCases {

    private static final long SIZE = HistoryRule.MIN_SIZE;

    private static final Duration DAY = Duration.ofDays(1);

    private HistoryCases() {}

    static Stream<BadInput> all() {
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
                        "history maxSize must be at most 1 TB, but is 1099511627777"),
                isNull("new HistoryRule: no age", s -> new HistoryRule(null, SIZE, false, false, Set.of()), "maxAge"),
                isNull("new HistoryRule: no outcomes", s -> new HistoryRule(DAY, SIZE, false, false, null), "outcomes"),
                isNull(
                        "HistoryRule.outcomes: null",
                        s -> HistoryRule.of(DAY, SIZE).outcomes((RecordedOutcome[]) null),
                        "outcomes"),
                isNull("Task.generatedAt: null", s -> Task.generatedAt(null), "id"),
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
