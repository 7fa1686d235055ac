package io.delayqueue.internal.step;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskRun;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.TaskStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Tells the store how deliveries of a group ended, each in a call of its own; what it would not take is told again later. */
final class SteppedOutcomes {

    private static final Logger log = Loggers.of(SteppedOutcomes.class);

    private final String group;

    private final TaskStore store;

    private final BiConsumer<PendingOutcome, Boolean> acknowledged;

    private final Pace pace;

    private final List<Untold> untold = new ArrayList<>();

    /** An outcome, and whether it was sent before without an answer: it looks stale if that sending arrived. */
    private record Untold(PendingOutcome pending, boolean unanswered) {}

    SteppedOutcomes(String group, TaskStore store, BiConsumer<PendingOutcome, Boolean> acknowledged, Clock clock) {
        this.group = group;
        this.store = store;
        this.acknowledged = acknowledged;
        this.pace = new Pace(clock);
    }

    void add(PendingOutcome pending) {
        untold.add(new Untold(pending, false));
        tell();
    }

    /** Tells what has not been told, unless that has just failed. */
    void tell() {
        if (!untold.isEmpty() && pace.isDue()) {
            tellNow();
        }
    }

    void tellNow() {
        List<Untold> batch = new ArrayList<>(untold);
        untold.clear();
        boolean failed = false;
        for (Untold next : batch) {
            try {
                List<Delivery> stale =
                        store.acknowledge(group, List.of(next.pending().outcome()));
                acknowledged.accept(next.pending(), !stale.isEmpty() && !next.unanswered());
            } catch (TaskStoreException e) {
                boolean maybe = next.unanswered() || e instanceof TaskStoreUnavailableException;
                untold.add(new Untold(next.pending(), maybe));
                log.debug(
                        "The outcome of {} in {} could not be told",
                        next.pending().delivery().id(),
                        group,
                        e);
                failed = true;
            }
        }
        if (failed) {
            pace.failed();
        } else {
            pace.succeeded();
        }
    }

    /** The deliveries that are leased until their outcome is told. */
    List<TaskRun> runs() {
        return untold.stream().map(outcome -> outcome.pending().run()).toList();
    }

    @Nullable
    Instant next() {
        return untold.isEmpty() ? null : pace.next();
    }

    int size() {
        return untold.size();
    }

    /** Whoever knew them is gone. */
    void crash() {
        untold.clear();
        pace.succeeded();
    }
}
