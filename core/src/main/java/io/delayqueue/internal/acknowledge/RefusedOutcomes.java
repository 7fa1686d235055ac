package io.delayqueue.internal.acknowledge;

import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.store.TaskStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Outcomes of one kind and topic that the store has refused. The cause may be one task or the whole topic, so they are sent
 * again one by one, in growing batches while the store acknowledges them, and with growing pauses while it does not. Not
 * thread-safe.
 */
final class RefusedOutcomes {

    /** Number of refused single outcomes before the next pause, because other topics wait. */
    private static final int MAX_REFUSALS = 16;

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(5);

    private final Deque<PendingOutcome> outcomes = new ArrayDeque<>();

    private long pause = FIRST_PAUSE;

    private final LongSupplier nanoTime;

    private long dueAt;

    /** Creates an empty collection, which is due at once. */
    RefusedOutcomes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.dueAt = nanoTime.getAsLong();
    }

    void add(PendingOutcome outcome) {
        outcomes.add(outcome);
    }

    boolean isEmpty() {
        return outcomes.isEmpty();
    }

    /** Nanoseconds until the next attempt; not positive if it is due. */
    long dueIn(long now) {
        return dueAt - now;
    }

    /**
     * Sends some of them.
     *
     * @param send sends outcomes in one call; false if the store refuses them
     */
    void retry(Predicate<List<PendingOutcome>> send) {
        int size = 1;
        int refusals = 0;
        boolean anyTaken = false;
        int singles = Math.min(MAX_REFUSALS, outcomes.size());
        while (!outcomes.isEmpty() && refusals < singles) {
            List<PendingOutcome> part = outcomes.stream().limit(size).toList();
            if (send.test(part)) {
                anyTaken = true;
                part.forEach(taken -> outcomes.remove());
                size = Math.min(2 * size, TaskStore.MAX_BATCH);
            } else {
                if (part.size() == 1) {
                    outcomes.add(outcomes.remove());
                    refusals++;
                }
                size = 1;
            }
        }
        pause = anyTaken ? FIRST_PAUSE : Math.min(2 * pause, MAX_PAUSE);
        dueAt = nanoTime.getAsLong() + pause;
    }

    /** Sends all of them for the last time. Halves a refused batch until single outcomes are refused. */
    void sendAll(Predicate<List<PendingOutcome>> send) {
        List<PendingOutcome> all = new ArrayList<>(outcomes);
        outcomes.clear();
        // Put back before the call, which may throw an exception.
        Deque<List<PendingOutcome>> parts = new ArrayDeque<>();
        for (int from = 0; from < all.size(); from += TaskStore.MAX_BATCH) {
            parts.add(all.subList(from, Math.min(all.size(), from + TaskStore.MAX_BATCH)));
        }
        try {
            while (!parts.isEmpty()) {
                List<PendingOutcome> part = parts.element();
                boolean taken = send.test(part);
                parts.remove();
                if (!taken && part.size() == 1) {
                    outcomes.addAll(part);
                } else if (!taken) {
                    int half = part.size() / 2;
                    parts.addFirst(part.subList(half, part.size()));
                    parts.addFirst(part.subList(0, half));
                }
            }
        } finally {
            parts.forEach(outcomes::addAll);
        }
    }
}
