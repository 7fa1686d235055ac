package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.store.Change;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TestTasks;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxApplierTests {

    @Test
    void changesOfATaskInATransactionShouldStayTogether() {
        List<OutboxRow> rows = List.of(
                row(1, new Change.Remove("one-0", "a")),
                row(2, new Change.Remove("two-0", "a")),
                row(3, add("one-1", "a")),
                row(4, add("two-1", "a")));
        assertThat(OutboxApplier.inOrder(rows)).extracting(OutboxRow::seq).containsExactly(1L, 3L, 2L, 4L);
    }

    @Test
    void changesOfOneKindShouldFollowOneAnother() {
        List<OutboxRow> rows = List.of(
                row(1, new Change.Remove("one-0", "a")),
                row(2, add("one-1", "a")),
                row(3, new Change.Remove("two-0", "b")),
                row(4, add("two-1", "b")));
        assertThat(OutboxApplier.inOrder(rows)).extracting(OutboxRow::seq).containsExactly(1L, 3L, 2L, 4L);
    }

    @Test
    void delayShouldGrowToTenMinutes() {
        assertThat(OutboxApplier.delay(0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(OutboxApplier.delay(3)).isEqualTo(Duration.ofSeconds(8));
        assertThat(OutboxApplier.delay(1_000)).isEqualTo(Duration.ofMinutes(10));
    }

    private static Change add(String name, String id) {
        NewTask.AddMode mode = TestTasks.mode(Priority.NORMAL, IfExists.KEEP, false);
        return new Change.Add(name, new NewTask("cancel", id, 0, true, new byte[0], mode));
    }

    private static OutboxRow row(long seq, Change change) {
        return new OutboxRow(seq, "orders", change.id(), change.name(), change, null, 0, false, 0);
    }
}
