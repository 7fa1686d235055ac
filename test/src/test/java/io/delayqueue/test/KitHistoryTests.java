package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.delayqueue.DeadReason;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TopicHistory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Records of tasks by virtual time, and assertions on them. */
class KitHistoryTests extends WithKit {

    private static final Duration DAY = Duration.ofDays(1);

    private void recorded(TaskCallback<String> callback) {
        HistoryRule rule = HistoryRule.of(DAY, HistoryRule.MIN_SIZE);
        kit.queue()
                .on(
                        "g",
                        "t",
                        String.class,
                        callback,
                        TopicOptions.builder().history(rule).build());
    }

    private TopicHistory records() {
        return kit.inspector().history(new TopicName("g", "t"));
    }

    private TaskRecord record(String id) {
        return records().find(id).orElseThrow();
    }

    private List<RecordedOutcome> recordedOutcomes() {
        return records().list(HistoryQuery.ALL).records().stream()
                .map(TaskRecord::outcome)
                .toList();
    }

    private static AbstractStringAssert<?> assertThatFails(ThrowingCallable assertion) {
        return assertThat(catchThrowableOfType(AssertionError.class, assertion).getMessage());
    }

    @Test
    void finishedTaskShouldHaveARecordWithTheTimesOfTheKit() {
        recorded((payload, task) -> {
            kit.spend(Duration.ofSeconds(7));
            task.result(Map.of("paid", true, "by", "card"));
        });
        add(task("42").delay(Duration.ofMinutes(1)));
        kit.advance(Duration.ofMinutes(2));
        TaskRecord record = record("42");
        assertThat(record.dueAt()).isEqualTo(START.plusSeconds(60));
        assertThat(record.endedAt()).isEqualTo(START.plusSeconds(67));
        assertThat(record.lateness()).isEqualTo(Duration.ZERO);
        assertThat(record.took()).isEqualTo(Duration.ofSeconds(7));
        assertThat(record.attempts()).isEqualTo(1);
        assertThat(kit).task("42").hasRecord(RecordedOutcome.FINISHED).finishedWith(Map.of("by", "card", "paid", true));
        assertThat(kit).task("42").and().hasNoTasks();
        assertThatFails(() -> assertThat(kit).task("42").finishedWith(Map.of("paid", false)))
                .startsWith("""
                        Expecting a record of task 42: FINISHED, result {"paid":false}
                        but found only:
                          FINISHED g/t 42, 53s ago, result {""")
                .contains("\nAt 2030-01-01T00:02:00Z queue \"default\" has no tasks\nand has made 1 call:");
        assertThatFails(() -> assertThat(kit).task("42").finishedWith(null)).contains("FINISHED, no result\nbut");
    }

    @Test
    void deadLetterShouldHaveARecordOfItsFailures() {
        recorded((payload, task) -> {
            throw new IllegalStateException("no " + task.attempt());
        });
        add(task("a").maxAttempts(2));
        kit.advance(Duration.ofHours(1));
        TaskRecord record = record("a");
        assertThat(record.outcome()).isEqualTo(RecordedOutcome.DEAD);
        assertThat(record.details().deadReason()).isEqualTo(DeadReason.ATTEMPTS_EXHAUSTED);
        assertThat(record.details().errorMessage()).isEqualTo("no 2");
        assertThat(record.failedAttempts()).hasSize(2);
        assertThat(kit).dead(1).task("a").hasRecord(RecordedOutcome.DEAD);
        assertThatFails(() -> assertThat(kit).task("a").hasRecord(RecordedOutcome.FINISHED))
                .startsWith("Expecting a record of task a: FINISHED\nbut found only:\n  DEAD g/t a, ");
    }

    @Test
    void eachOccurrenceShouldHaveARecord() {
        recorded((payload, task) -> {
            if (kit.now().equals(START.plusSeconds(20))) {
                throw new IllegalStateException("no");
            }
        });
        add(task("a").maxAttempts(1).delay(Duration.ofSeconds(10)).repeat(Repeat.fixedRate(Duration.ofSeconds(10))));
        kit.advance(Duration.ofSeconds(30));
        assertThat(recordedOutcomes())
                .containsExactly(RecordedOutcome.FINISHED, RecordedOutcome.FAILED, RecordedOutcome.FINISHED);
    }

    @Test
    void removedTaskShouldHaveARecordUntilItsAgeIsOver() {
        recorded((payload, task) -> {});
        kit.runDue();
        add(task("a").delay(DAY));
        kit.service().removeTask("g", "a");
        assertThat(record("a").details().leftState()).isEqualTo(TaskState.DELAYED);
        kit.advance(DAY);
        assertThat(kit).task("a").hasRecord(RecordedOutcome.REMOVED);
        kit.advance(Duration.ofMillis(1));
        assertThat(recordedOutcomes()).isEmpty();
        assertThatFails(() -> assertThat(kit).task("a").hasRecord(RecordedOutcome.REMOVED))
                .contains("but found none.\nAt");
    }

    @Test
    void clearShouldRemoveRecordsAndKeepTheRule() {
        recorded((payload, task) -> {});
        add(task("a"));
        kit.runDue();
        kit.clear();
        assertThat(recordedOutcomes()).isEmpty();
        add(task("b"));
        kit.runDue();
        assertThat(kit).task("b").finishedWith(null);
    }

    @Test
    void messageShouldSayHowATopicKeepsAHistory() {
        on((payload, task) -> {});
        add(task("a"));
        kit.runDue();
        assertThatFails(() -> assertThat(kit).as("the order").task("a").hasRecord(RecordedOutcome.FINISHED))
                .startsWith("[the order] Expecting a record of task a: FINISHED\nbut found none.\n"
                        + "The topic g/t keeps no history. The properties delayqueue.history.g.t.max-age=1d and "
                        + "delayqueue.history.g.t.max-size=2MB switch it on, or TopicOptions.history without Spring\n");
        assertThatFails(() -> assertThat(kit).task("other").hasRecord(RecordedOutcome.FINISHED))
                .contains("but found none.\nAt");
        assertThat(catchThrowableOfType(
                        InvalidTaskException.class, () -> assertThat(kit).task(" ")))
                .isNotNull();
    }
}
