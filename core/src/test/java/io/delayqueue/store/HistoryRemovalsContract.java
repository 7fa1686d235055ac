package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of the records of tasks that leave by a call: by a removal, or because another task takes their place. */
public abstract class HistoryRemovalsContract extends HistoryFixture {

    protected HistoryRemovalsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    @Test
    void removedTaskShouldLeaveARecordWithItsState() {
        inEveryState();
        store().remove(group, List.of("delayed", "missing", "ready", "reserved", "dead"));
        store().remove(group, List.of("delayed"));
        assertThat(records()).hasSize(4).allSatisfy(record -> {
            TaskState state = TaskState.valueOf(record.id().toUpperCase());
            boolean hasRun = state == TaskState.RESERVED || state == TaskState.DEAD;
            assertThat(record.outcome()).isEqualTo(RecordedOutcome.REMOVED);
            assertThat(record.details().leftState()).isEqualTo(state);
            assertThat(record.details().payload()).isNull();
            assertThat(record.attempts()).isEqualTo(hasRun ? 1 : 0);
            assertThat(record.instance()).isEqualTo(hasRun ? "i" : null);
            assertThat(record.took()).isNull();
            assertThat(record.dueAt()).isAfter(record.endedAt().minusSeconds(60));
            assertThat(record.dueAt().isAfter(record.endedAt())).isEqualTo(state == TaskState.DELAYED);
        });
    }

    @Test
    void taskThatIsRemovedByAChangeShouldLeaveARecordOnce() {
        ready("a");
        Change change = new Change.Remove("c1", "a");
        store().apply(group, List.of(change), Long.MAX_VALUE);
        store().apply(group, List.of(change, new Change.Remove("c2", "a")), Long.MAX_VALUE);
        assertThat(only().outcome()).isEqualTo(RecordedOutcome.REMOVED);
        assertThat(only().key()).isEqualTo("k");
    }

    @Test
    void replacedTaskShouldLeaveARecordUnlessItIsDebounced() {
        add("a", 0);
        pushAll();
        lease();
        add(replacing("a", 0), replacing("a", 0), replacing("new", 0));
        assertThat(only().outcome()).isEqualTo(RecordedOutcome.REPLACED);
        assertThat(only().details().leftState()).isEqualTo(TaskState.RESERVED);
        assertThat(only().instance()).isEqualTo("i");
        assertThat(only().key()).isNull();
        add(replacing("a", 90_000));
        add(task("a", 0));
        assertThat(records()).hasSize(1);
        Change change = new Change.Add("c", replacing("a", 0));
        store().apply(group, List.of(change), Long.MAX_VALUE);
        store().apply(group, List.of(change), Long.MAX_VALUE);
        assertThat(records()).hasSize(2);
        assertThat(records().get(0).key()).isEqualTo("k");
        assertThat(records().get(0).details().leftState()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void removalOfAllShouldLeaveRecordsOfNumbers() {
        inEveryState();
        toTheEnd(from -> topics().removeTasks(topic, from));
        assertThat(records()).isNotEmpty().allSatisfy(record -> {
            assertThat(record.id()).isEqualTo(TaskRecord.ALL);
            assertThat(record.outcome()).isEqualTo(RecordedOutcome.REMOVED);
        });
        assertThat(records().stream()
                        .mapToInt(record -> record.details().count())
                        .sum())
                .isEqualTo(3);
        int steps = records(HistoryQuery.ALL.id(TaskRecord.ALL)).size();
        toTheEnd(from -> topics().removeTasks(topic, from));
        assertThat(records()).hasSize(steps);
    }

    @Test
    void outcomeThatIsNotChosenShouldLeaveNone() {
        declare(WEEK.outcomes(RecordedOutcome.DEAD, RecordedOutcome.REPLACED));
        finishAll("a");
        run(HistoryFixture::dead, "b");
        ready("c");
        add(replacing("c", 0));
        store().remove(group, List.of("c"));
        toTheEnd(from -> topics().removeTasks(topic, from));
        assertThat(outcomes()).containsExactly(RecordedOutcome.REPLACED, RecordedOutcome.DEAD);
    }
}
