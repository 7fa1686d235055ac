package io.delayqueue.jdbc;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Change;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TaskStore.CallLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * Applies rows to the store, deletes them, and confirms that they are deleted. If the process dies between two steps, the next reader of
 * the rows repeats them, and the store recognises their names. Thread-safe.
 *
 * @param state learns that the store answers
 * @param time estimates the time of the store
 * @param totals counts what is applied
 * @param limit learns from failures how many tasks, and so how many bytes, are read at once
 * @param way {@link Figure#DIRECT} or {@link Figure#SWEEP}
 */
record OutboxApplier(
        OutboxTable table,
        TaskStore store,
        StoreState state,
        StoreTime time,
        Totals<Figure> totals,
        CallLimit limit,
        Figure way) {

    private static final Logger log = Loggers.of(OutboxApplier.class);

    /** From this size on rows are divided, because each is several times in memory. */
    static final int MAX_BYTES = 4_000_000;

    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);

    private static final Duration LONGEST_DELAY = Duration.ofMinutes(10);

    /** Totals of an outbox: of changes, but {@link #LATE} of calls. */
    enum Figure {
        /** Made by the worker right after the commit. */
        DIRECT,
        /** Made by a sweep. */
        SWEEP,
        /** Made by an earlier call. */
        REPEATED,
        /** Refused by the store, because the call came too late. */
        LATE,
        /** The time from the writing of the rows that were made, in milliseconds. */
        DELAY_MILLIS
    }

    /** All changes of one task in one transaction: nothing of another transaction comes between them. */
    private record Unit(String id, String transaction) {}

    /** One look at rows of many tasks. Leaves out what has turned out to wait. Belongs to one thread. */
    final class Pass {

        /** The groups of which the store takes no changes. */
        private final Map<String, TaskStoreUnavailableException> away = new HashMap<>();

        /** The ids, by group, whose rows wait for a later try. */
        private final Map<String, Set<String>> held = new HashMap<>();

        /**
         * Applies all rows of some tasks, the older and the younger ones too, as far as they can be applied now.
         *
         * @param tasks the places of rows
         * @throws RuntimeException if the database fails; the rows stay, or the store has their changes
         */
        void apply(Collection<OutboxTable.Place> tasks) {
            Map<String, Set<String>> ids = new LinkedHashMap<>();
            tasks.forEach(task -> ids.computeIfAbsent(task.group(), group -> new LinkedHashSet<>())
                    .add(task.id()));
            ids.forEach((group, some) -> {
                Set<String> heldHere = held.computeIfAbsent(group, name -> new HashSet<>());
                some.removeAll(heldHere);
                try {
                    if (!state.isThere(group)) {
                        // Costs less than rows that the store does not take.
                        time.answered(group, store.time(group));
                    }
                    applyAll(group, some, heldHere);
                } catch (TaskStoreUnavailableException e) {
                    state.away(group);
                    away.put(group, e);
                }
            });
        }

        /** {@return the groups of which the store takes no changes; their rows need not be listed} */
        Set<String> away() {
            return away.keySet();
        }

        /**
         * Ends the pass.
         *
         * @throws TaskStoreUnavailableException if groups were left out, because the store takes no changes of them; their rows stay
         */
        void end() {
            for (TaskStoreUnavailableException failure : away.values()) {
                throw failure;
            }
        }
    }

    private void applyAll(String group, Set<String> ids, Set<String> held) {
        int most = limit.of(OutboxTable.BATCH);
        try {
            OutboxTable.inParts(ids, most, part -> {
                applyPart(group, part, MAX_BYTES / OutboxTable.BATCH * most, held);
                limit.answered();
            });
        } catch (RuntimeException | Error e) {
            limit.failed(most, e);
            throw e;
        }
    }

    private void applyPart(String group, List<String> ids, long maxBytes, Set<String> held) {
        // Before the rows are read: rows that were deleted and forgotten meanwhile are too late.
        long deadline = time.deadline(group);
        OutboxTable.Loaded loaded = table.load(group, ids, maxBytes);
        List<OutboxRow> rows = loaded.rows();
        if (!loaded.cut().isEmpty()) {
            if (ids.size() > 1) {
                applyPart(group, ids.subList(0, ids.size() / 2), maxBytes, held);
                applyPart(group, ids.subList(ids.size() / 2, ids.size()), maxBytes, held);
                return;
            }
            rows = untilCut(loaded);
            if (rows.isEmpty() && loaded.rows().size() < OutboxTable.MAX_ROWS) {
                applyPart(group, ids, 2 * maxBytes, held);
                return;
            }
            rows = rows.isEmpty() ? loaded.rows() : rows;
        }
        List<OutboxRow> ready = ready(inOrder(rows), held);
        if (!ready.isEmpty()) {
            send(group, ready, deadline);
        }
    }

    /** {@return the rows of one task, of the transactions before the first one of which rows may be missing} */
    private static List<OutboxRow> untilCut(OutboxTable.Loaded loaded) {
        return divide(loaded.rows(), OutboxRow::transaction).entrySet().stream()
                .takeWhile(unit -> !loaded.cut().contains(unit.getKey()))
                .flatMap(unit -> unit.getValue().stream())
                .toList();
    }

    private static Unit unit(OutboxRow row) {
        return new Unit(row.id(), row.transaction());
    }

    /** Puts the rows into an order in which those of a task keep theirs, and rows of one kind follow one another. */
    static List<OutboxRow> inOrder(List<OutboxRow> rows) {
        Map<Unit, List<OutboxRow>> units = divide(rows, OutboxApplier::unit);
        Map<String, Integer> numbers = new HashMap<>();
        Map<OutboxRow, Integer> places = new LinkedHashMap<>();
        units.values().forEach(unit -> unit.forEach(row -> places.put(row, numbers.merge(row.id(), 1, Integer::sum))));
        return places.keySet().stream()
                .sorted(Comparator.<OutboxRow, Integer>comparing(places::get).thenComparing(OutboxRow::kind))
                .toList();
    }

    /** Divides rows by something that they have, in the order in which it comes. */
    private static <K> Map<K, List<OutboxRow>> divide(List<OutboxRow> rows, Function<OutboxRow, K> by) {
        return rows.stream().collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
    }

    /** Leaves out the rows that wait, and those behind them; refuses rows that cannot be read. */
    private List<OutboxRow> ready(List<OutboxRow> rows, Set<String> held) {
        List<OutboxRow> ready = new ArrayList<>();
        for (OutboxRow row : rows) {
            if (row.isLater() || row.waits()) {
                held.add(row.id());
            }
            boolean waits = held.contains(row.id());
            if (!waits && row.unreadable() != null) {
                refuse(row, "the row cannot be read: " + row.unreadable());
            } else if (!waits) {
                ready.add(row);
            }
        }
        return ready;
    }

    /** Lets the store make changes. If the store refuses them, those of each task are sent alone: the culprit holds up no others. */
    private void send(String group, List<OutboxRow> ready, long deadline) {
        Change.Applied applied;
        try {
            applied = store.apply(group, ready.stream().map(OutboxRow::change).toList(), deadline);
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            Map<String, List<OutboxRow>> tasks = divide(ready, OutboxRow::id);
            if (tasks.size() > 1) {
                tasks.values().forEach(rows -> send(group, rows, deadline));
            } else {
                postpone(ready.get(0), e);
            }
            return;
        }
        state.answered(group);
        time.answered(group, applied.storeTime());
        if (applied.late()) {
            totals.add(Figure.LATE, 1);
            log.debug("Changes of {} came too late and are read again", group);
        }
        finish(group, ready, applied.results());
    }

    private void postpone(OutboxRow row, TaskStoreException failure) {
        Duration delay = delay(row.tries());
        log.warn("{} failed, and is tried again in {}: {}", row, delay, failure.getMessage());
        table.postpone(row, delay);
    }

    static Duration delay(int tries) {
        Duration delay = FIRST_DELAY.multipliedBy(1L << Math.min(tries, 20));
        return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
    }

    /**
     * Finishes the rows with results. Those of a transaction without all of its results stay, because its other changes could otherwise come
     * behind those of another one.
     */
    private void finish(String group, List<OutboxRow> sent, List<Change.Result> results) {
        Set<Unit> cut =
                sent.stream().skip(results.size()).map(OutboxApplier::unit).collect(Collectors.toSet());
        List<OutboxRow> done = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            OutboxRow row = sent.get(i);
            if (cut.contains(unit(row))) {
                continue;
            }
            Change.Result result = results.get(i);
            if (result == Change.Result.OTHER_TOPIC) {
                refuse(row, "a task of " + topicOf(group, row.id()) + " has the id");
                continue;
            }
            done.add(row);
            if (result == Change.Result.REPEATED) {
                totals.add(Figure.REPEATED, 1);
            } else {
                totals.add(way, 1);
                totals.add(Figure.DELAY_MILLIS, row.ageMillis());
            }
        }
        if (done.isEmpty()) {
            return;
        }
        table.delete(done);
        confirm(group, done.stream().map(OutboxRow::name).toList());
    }

    /** Removes names of changes whose time is over, also of groups without further changes. */
    void forget() {
        time.groups().stream().filter(state::isThere).forEach(group -> confirm(group, List.of()));
    }

    private void confirm(String group, List<String> names) {
        try {
            store.confirm(group, names);
        } catch (TaskStoreException e) {
            log.debug(
                    "The names of applied changes stay, because the store was not informed that their rows are deleted",
                    e);
        }
    }

    private String topicOf(String group, String id) {
        try {
            TaskInfo task = store.find(group, List.of(id)).get(0);
            if (task != null) {
                return "the topic " + task.topic().topic();
            }
        } catch (TaskStoreException e) {
            log.debug("The task {} of {} cannot be found", id, group, e);
        }
        return "another topic";
    }

    private void refuse(OutboxRow row, String reason) {
        log.error(
                "{} is refused, and waits until an operator decides, on the dashboard's page Outbox or with the Actuator's endpoint delayqueueoutbox: {}",
                row,
                reason);
        table.refuse(row, reason);
    }
}
