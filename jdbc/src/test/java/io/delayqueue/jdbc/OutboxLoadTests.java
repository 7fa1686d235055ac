package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.transaction.OutboxOperations;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** How much a sweep reads at once. */
class OutboxLoadTests extends OutboxFixture {

    private RecordingDataSource recording;

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Override
    Outbox outbox(FaultyStore of, Duration sweepInterval) {
        recording = new RecordingDataSource(dataSource);
        return outbox(of, sweepInterval, recording);
    }

    @Override
    long here() {
        return clock.millis();
    }

    private void addMany(String name) {
        commit(() -> {
            for (int i = 0; i < OutboxTable.BATCH; i++) {
                add(name + i);
            }
        });
    }

    private void assertSmallerUntilAllGoesWell() {
        outbox.sweep();
        assertThat(store.calls).isEmpty();
        outbox.sweep();
        assertThat(store.calls).extracting(List::size).containsExactly(250, 250);
        assertThat(rows()).isZero();

        store.calls.clear();
        addMany("b");
        outbox.sweep();
        assertThat(store.calls).extracting(List::size).containsExactly(318, 182);
    }

    @Test
    void searchForRefusedChangesShouldExamineABoundedNumberOfRows() {
        insert(100_001);
        update("update DELAYQUEUE_OUTBOX set refused = 'no' where name = 'name-100000'");
        OutboxOperations.Page page = outbox.table().refused(0, 1);
        assertThat(page.changes()).isEmpty();
        assertThat(outbox.table()
                        .refused(Objects.requireNonNull(page.cursor()), 1)
                        .changes())
                .hasSize(1);
    }

    @Test
    void lackOfMemoryShouldMakeTheNextLoadSmaller() {
        addMany("a");
        store.beforeNext(() -> {
            throw new OutOfMemoryError("for the test");
        });
        assertSmallerUntilAllGoesWell();
    }

    @Test
    void storeThatDoesNotAnswerInTimeShouldMakeTheNextLoadSmaller() {
        addMany("a");
        store.beforeNext(() -> {
            throw new TaskStoreUnavailableException("for the test", null);
        });
        assertSmallerUntilAllGoesWell();
    }

    /** A driver hides the error in an exception of its own. */
    @Test
    void lackOfMemoryInTheDriverShouldNotBlameTheDatabase() {
        addMany("a");
        recording.before = sql -> {
            if (sql.contains("detail")) {
                recording.before = any -> {};
                throw new SQLException("Ran out of memory", "53200", new OutOfMemoryError("for the test"));
            }
        };
        try (LogLines log = new LogLines(StoreState.class)) {
            assertSmallerUntilAllGoesWell();
            assertThat(log.with("because memory is full: ")).hasSize(1).allMatch(line -> line.startsWith("WARN"));
            assertThat(log.with("database")).isEmpty();
        }
    }

    private List<String> executed(String part) {
        return recording.executed.stream()
                .map(RecordingDataSource.Executed::sql)
                .filter(sql -> sql.contains(part))
                .toList();
    }

    @Test
    void outageShouldCostOnePageOfASweepAndNoPayload() {
        commit(() -> add("first"));
        outbox.sweep();
        addMany("a");
        addMany("b");
        store.setAway(true);
        outbox.sweep();
        recording.executed.clear();
        outbox.sweep();
        assertThat(executed("with page as")).hasSize(1);
        assertThat(executed("detail")).isEmpty();

        store.setAway(false);
        outbox.sweep();
        assertThat(rows()).isZero();
    }

    /** A process that hangs reads rows that another one deletes, and whose names the store gives up. */
    @Test
    void timeThatPassesInTheLoadShouldMakeTheCallLate() {
        commit(() -> add("first"));
        outbox.sweep();
        commit(() -> add("a"));
        recording.before = sql -> {
            if (sql.contains("detail")) {
                recording.before = any -> {};
                clock.pass(Duration.ofMinutes(1));
            }
        };
        outbox.sweep();
        assertThat(find("a")).isEmpty();
        assertThat(totals.of(OutboxApplier.Figure.LATE)).isEqualTo(1);
        assertThat(rows()).isEqualTo(1);

        outbox.sweep();
        assertThat(find("a")).isPresent();
    }

    @Test
    void sweepShouldRemoveNamesOnceAMinute() {
        commit(() -> add("a"));
        outbox.sweep();
        assertThat(store.forgetting).isEmpty();
        clock.pass(Duration.ofMinutes(1));
        outbox.sweep();
        outbox.sweep();
        assertThat(store.forgetting).containsExactly(GROUP);

        clock.pass(Duration.ofMinutes(1));
        store.groupsAway.add(GROUP);
        commit(() -> add("b"));
        outbox.sweep();
        outbox.sweep();
        assertThat(store.forgetting).containsExactly(GROUP);
    }

    @Test
    void otherFailureOfTheDatabaseShouldBlameIt() {
        StoreState state = new StoreState("The outbox");
        try (LogLines log = new LogLines(StoreState.class)) {
            state.attempt(() -> {
                throw new DataAccessResourceFailureException("for the test");
            });
            assertThat(log.with("WARN The outbox waits, because the database fails: for the test"))
                    .hasSize(1);
        }
    }
}
