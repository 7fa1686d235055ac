package io.delayqueue.jdbc;

import io.delayqueue.jdbc.OutboxApplier.Figure;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TaskStore.CallLimit;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The recorded changes of one queue in one database, and the threads that apply them. */
final class Outbox {

    private static final Logger log = Loggers.of(Outbox.class);

    /** The time between two removals of names. */
    private static final long FORGET_MILLIS = 60_000;

    private final String queue;

    private final OutboxTable table;

    private final Totals<Figure> totals = new Totals<>();

    private final StoreState state;

    private final Backend backend;

    private final LongSupplier here;

    private final Duration sweepAfter;

    private final OutboxApplier sweeping;

    private final OutboxWorker worker;

    private final RepeatedStep sweeper;

    private final boolean hasThreads;

    private long forgotAt;

    private volatile boolean stopping;

    /** Whether the rows are known to be for this store. */
    private volatile boolean confirmed;

    /** The reason why this instance neither applies nor records rows; null as long as none is known. */
    private volatile @Nullable String refusal;

    /**
     * Creates an outbox that is not started.
     *
     * @param backend the store of the queue
     * @param here the monotonic time of this machine, in milliseconds
     * @param sweepAfter the age of the rows that a sweep applies
     * @param hasThreads whether threads apply the changes, or the thread that has committed them, and the one that sweeps
     */
    Outbox(
            String queue,
            OutboxTable table,
            Backend backend,
            LongSupplier here,
            Duration sweepAfter,
            Duration sweepInterval,
            boolean hasThreads) {
        this.queue = queue;
        this.table = table;
        this.backend = backend;
        this.here = here;
        this.forgotAt = here.getAsLong();
        this.sweepAfter = sweepAfter;
        this.hasThreads = hasThreads;
        TaskStore store = backend.tasks();
        StoreTime time = new StoreTime(store, here);
        state = new StoreState("The outbox of " + name());
        CallLimit limit = new CallLimit();
        sweeping = new OutboxApplier(table, store, state, time, totals, limit, Figure.SWEEP);
        sweeper = new RepeatedStep("delayqueue-outbox-sweep-" + name(), this::sweep, sweepInterval);
        worker = new OutboxWorker(
                "delayqueue-outbox-" + name(),
                new OutboxApplier(table, store, state, time, totals, limit, Figure.DIRECT),
                state);
    }

    String queue() {
        return queue;
    }

    /** {@return the name of queue and data source} */
    String name() {
        return queue + "-" + table.database().name();
    }

    OutboxTable table() {
        return table;
    }

    /** {@return what this instance has applied} */
    Totals<Figure> totals() {
        return totals;
    }

    boolean hasThreads() {
        return hasThreads;
    }

    /**
     * Checks the table, and starts the threads; sweeps once if there are none.
     *
     * @throws InvalidDataSourceException if the table is not usable
     */
    void start() {
        table.check();
        stopping = false;
        if (hasThreads) {
            worker.start();
            sweeper.start();
        } else {
            sweep();
        }
    }

    void stop() {
        stopping = true;
        worker.stop();
        sweeper.stop();
    }

    /** Applies rows that have been committed, soon; the sweep does so if it is not known yet that they are for this store. */
    void apply(List<OutboxRow> committed) {
        List<OutboxTable.Place> tasks = committed.stream().map(OutboxRow::place).toList();
        if (!hasThreads) {
            worker.apply(tasks);
        } else if (confirmed) {
            worker.offer(tasks);
        }
    }

    /** {@return the reason why no changes may be recorded, because another store would get them; null as long as none is known} */
    @Nullable
    String refusal() {
        return refusal;
    }

    /**
     * Applies the rows that were not applied after their commit, because a process died or the store was away. Each instance sweeps: two
     * that apply the same rows waste a call, because the store recognises the names.
     */
    synchronized void sweep() {
        state.attempt(() -> {
            if (confirmed || confirm()) {
                pass();
                forget();
            }
        });
    }

    /**
     * Makes one pass. It starts at the first number, because lower numbers can become visible after higher ones, and ends at the last
     * number of its start, because writers could keep it busy for ever. No pass begins at the end of an earlier one. Groups of which the
     * store takes no changes are left out: others can be on nodes of a cluster that do. A stop ends the pass behind a page, and so does an
     * outage of all groups.
     */
    private void pass() {
        long last = table.lastSeq();
        OutboxApplier.Pass pass = sweeping.new Pass();
        long after = 0;
        while (after < last) {
            List<OutboxTable.Place> places = table.list(after, sweepAfter, pass.away());
            pass.apply(places.stream().filter(OutboxTable.Place::ready).toList());
            after = places.isEmpty()
                            || stopping
                            || !pass.away().isEmpty() && pass.away().containsAll(table.listGroups())
                    ? last
                    : places.get(places.size() - 1).seq();
        }
        pass.end();
    }

    private void forget() {
        long now = here.getAsLong();
        if (now - forgotAt >= FORGET_MILLIS) {
            forgotAt = now;
            sweeping.forget();
        }
    }

    /** Compares the store with the one that the rows are for, which could be another with the same name of the queue. */
    private boolean confirm() {
        String identity = backend.identity();
        OutboxTable.Store own = OutboxTable.Store.of(String.valueOf(identity), backend.address());
        OutboxTable.Store recorded = identity == null ? own : table.claim(own);
        confirmed = recorded.identity().equals(own.identity());
        String found = confirmed
                ? null
                : "The rows of " + table.name() + " are for the store at " + recorded.address()
                        + ", and this instance uses the one at " + own.address()
                        + ": it applies none, and records none. Give the queues different namespaces; or, if the other store"
                        + " is gone for good, delete the row of the queue in " + table.name() + "_STORE";
        if (found != null && !found.equals(refusal)) {
            log.error(found);
        }
        refusal = found;
        return confirmed;
    }
}
