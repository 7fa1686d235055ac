package io.delayqueue.jdbc;

import io.delayqueue.Task;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Change;
import io.delayqueue.store.NewTask;
import io.delayqueue.transaction.ChangeJournal;
import io.delayqueue.transaction.TaskChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Records the changes of transactions in their databases, and keeps those of other transactions in memory. */
final class OutboxJournal implements ChangeJournal {

    private static final Logger log = Loggers.of(OutboxJournal.class);

    private final List<Outbox> outboxes;

    private final Function<List<Task>, List<NewTask>> writing;

    private final ChangeJournal inMemory;

    private final String warning;

    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * Creates a journal.
     *
     * @param writing writes tasks for the store, without a call of the store
     * @param inMemory keeps the changes of transactions of other kinds and of other data sources
     * @param warning is logged for the first transaction whose changes are kept in memory
     */
    OutboxJournal(
            List<Outbox> outboxes,
            Function<List<Task>, List<NewTask>> writing,
            ChangeJournal inMemory,
            String warning) {
        this.outboxes = outboxes;
        this.writing = writing;
        this.inMemory = inMemory;
        this.warning = warning;
    }

    @Override
    public @Nullable Entries ofCurrentTransaction() {
        for (Outbox outbox : outboxes) {
            OutboxTransaction transaction = OutboxTransaction.current(outbox);
            if (transaction != null) {
                return transaction.isOver()
                        ? null
                        : (changes, ended) -> transaction.append(rows(changes, transaction::newName), ended);
            }
        }
        Entries entries = inMemory.ofCurrentTransaction();
        return entries == null
                ? null
                : (changes, ended) -> {
                    if (warned.compareAndSet(false, true)) {
                        log.warn(warning);
                    }
                    entries.append(changes, ended);
                };
    }

    private List<OutboxRow> rows(List<? extends TaskChange> changes, Supplier<String> names) {
        List<Task> tasks = changes.stream()
                .filter(TaskChange.Add.class::isInstance)
                .map(change -> ((TaskChange.Add) change).task())
                .toList();
        Iterator<NewTask> written = (tasks.isEmpty() ? List.<NewTask>of() : writing.apply(tasks)).iterator();
        return changes.stream()
                .map(change -> OutboxRow.of(
                        change.group(),
                        change instanceof TaskChange.Add
                                ? new Change.Add(names.get(), written.next())
                                : other(names.get(), change)))
                .toList();
    }

    private static Change other(String name, TaskChange change) {
        if (!(change instanceof TaskChange.Reschedule reschedule)) {
            return new Change.Remove(name, change.id());
        }
        Duration delay = reschedule.delay();
        long time = delay != null
                ? millis(delay)
                : millis(Duration.between(Instant.EPOCH, Objects.requireNonNull(reschedule.at())));
        return new Change.Reschedule(name, change.id(), time, delay != null);
    }

    /** In whole milliseconds, not before the given time. */
    private static long millis(Duration time) {
        long millis = time.toMillis();
        return Duration.ofMillis(millis).compareTo(time) < 0 ? millis + 1 : millis;
    }
}
