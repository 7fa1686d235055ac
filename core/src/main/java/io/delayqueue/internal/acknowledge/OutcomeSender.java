package io.delayqueue.internal.acknowledge;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Sends the outcomes of a group's deliveries to the store. Outcomes that arrive during a call are sent together in the next
 * one. Outcomes are kept during an outage of the store: the deliveries stay leased, and are acknowledged after it. Outcomes
 * that the store refuses are kept apart by kind and topic, and do not delay others. Any thread may add; one thread at a time
 * sends.
 */
public final class OutcomeSender {

    /** Delay if there is nothing to send. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final Logger log = Loggers.of(OutcomeSender.class);

    /** Maximum size of the tasks of a batch, unless it is a single one, because Redis frees their details in one call. */
    private static final long MAX_BYTES = 64 << 20;

    private final String group;

    private final TaskStore store;

    private final BiConsumer<PendingOutcome, Boolean> acknowledged;

    private final LongSupplier nanoTime;

    private final Consumer<Throwable> rethrowFatal;

    private final Queue<PendingOutcome> queue = new ConcurrentLinkedQueue<>();

    private List<PendingOutcome> batch = new ArrayList<>();

    private final Map<Lane, RefusedOutcomes> refused = new LinkedHashMap<>();

    private final AtomicInteger unacknowledged = new AtomicInteger();

    private final LogRateLimiter warning = new LogRateLimiter();

    private volatile long acknowledgedAllAt;

    /** Whether a stop sends refused outcomes for the last time. */
    private boolean lastTryLeft = true;

    /** Kind and topic of outcomes that may be refused together. */
    private record Lane(Outcome.Kind kind, String topic) {
        static Lane of(Outcome outcome) {
            return new Lane(outcome.kind(), outcome.delivery().topic());
        }
    }

    /**
     * Creates the sender.
     *
     * @param acknowledged called for each outcome that the store has acknowledged, with whether its delivery is known to have
     *     been stale
     * @param nanoTime measures durations, like {@link System#nanoTime}
     * @param rethrowFatal rethrows an exception of {@code acknowledged} that must end the current step
     */
    public OutcomeSender(
            String group,
            TaskStore store,
            BiConsumer<PendingOutcome, Boolean> acknowledged,
            LongSupplier nanoTime,
            Consumer<Throwable> rethrowFatal) {
        this.group = group;
        this.store = store;
        this.acknowledged = acknowledged;
        this.nanoTime = nanoTime;
        this.rethrowFatal = rethrowFatal;
        this.acknowledgedAllAt = nanoTime.getAsLong();
    }

    /** Number of outcomes that the store does not have. */
    public int unacknowledged() {
        return unacknowledged.get();
    }

    Duration sinceAcknowledgedAll() {
        return Duration.ofNanos(nanoTime.getAsLong() - acknowledgedAllAt);
    }

    /** Accepts an outcome, unless memory runs out. */
    public void add(PendingOutcome pending) {
        queue.add(pending);
        unacknowledged.incrementAndGet();
    }

    /** Whether nothing is left to send after the last attempt. */
    boolean isDone() {
        return batch.isEmpty() && queue.isEmpty() && (refused.isEmpty() || !lastTryLeft);
    }

    /**
     * Sends a batch of outcomes, and refused ones that are due.
     *
     * @param stopping whether refused outcomes are tried once more, due or not
     * @return 0 if there may be more; otherwise the nanoseconds until refused ones are due, or {@link #NEVER}
     */
    public long send(boolean stopping) {
        fillBatch();
        boolean idle = batch.isEmpty();
        sendBatch();
        sendRefused(stopping && lastTryLeft);
        if (refused.isEmpty()) {
            acknowledgedAllAt = nanoTime.getAsLong();
        }
        return idle ? Math.max(1, untilRefusedAreDue()) : 0;
    }

    /** Nanoseconds until refused outcomes are due; {@link #NEVER} if there are none. */
    public long untilRefusedAreDue() {
        long now = nanoTime.getAsLong();
        return refused.values().stream()
                .mapToLong(outcomes -> outcomes.dueIn(now))
                .reduce(NEVER, Math::min);
    }

    private void fillBatch() {
        long bytes = 0;
        for (PendingOutcome pending : batch) {
            bytes += pending.execution().bytes();
        }
        for (PendingOutcome next; batch.size() < TaskStore.MAX_BATCH && (next = queue.peek()) != null; ) {
            bytes += next.execution().bytes();
            if (!batch.isEmpty() && bytes > MAX_BYTES) {
                return;
            }
            batch.add(queue.remove());
        }
    }

    /** Sends each kind in one call, except topics with refused outcomes, which have separate calls. */
    private void sendBatch() {
        while (!batch.isEmpty()) {
            Object call = callOf(batch.get(0));
            List<PendingOutcome> sent = new ArrayList<>(batch.size());
            List<PendingOutcome> left = new ArrayList<>();
            for (PendingOutcome pending : batch) {
                (callOf(pending).equals(call) ? sent : left).add(pending);
            }
            if (!send(sent)) {
                lastTryLeft = true;
                sent.forEach(pending -> refused.computeIfAbsent(
                                Lane.of(pending.outcome()), lane -> new RefusedOutcomes(nanoTime))
                        .add(pending));
            }
            batch = left;
        }
    }

    private Object callOf(PendingOutcome pending) {
        if (refused.isEmpty()) {
            return pending.outcome().kind();
        }
        Lane lane = Lane.of(pending.outcome());
        return refused.containsKey(lane) ? lane : lane.kind();
    }

    private void sendRefused(boolean lastTry) {
        for (Iterator<RefusedOutcomes> all = refused.values().iterator(); all.hasNext(); ) {
            RefusedOutcomes outcomes = all.next();
            if (lastTry) {
                outcomes.sendAll(this::send);
            } else if (outcomes.dueIn(nanoTime.getAsLong()) <= 0) {
                outcomes.retry(this::send);
            }
            if (outcomes.isEmpty()) {
                all.remove();
            }
        }
        lastTryLeft = lastTryLeft && !lastTry;
    }

    /** Sends outcomes of one kind; false if the store refuses them. */
    private boolean send(List<PendingOutcome> outcomes) {
        List<Outcome> sent = new ArrayList<>(outcomes.size());
        outcomes.forEach(pending -> sent.add(pending.outcome()));
        boolean known = false;
        Set<Delivery> gone;
        try {
            List<Delivery> stale = store.acknowledge(group, sent);
            // Before it is registered, because memory may run out.
            gone = stale.isEmpty() ? Set.of() : new HashSet<>(stale);
            known = true;
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            // Some may have been acknowledged before the refused one.
            known = outcomes.size() == 1;
            refused(sent, e);
            return false;
        } finally {
            if (!known) {
                outcomes.forEach(PendingOutcome::maybeAcknowledged);
            }
        }
        unacknowledged.addAndGet(-outcomes.size());
        // Without an iterator, which needs memory: what the store has taken must not be sent again.
        for (int i = 0; i < outcomes.size(); i++) {
            PendingOutcome pending = outcomes.get(i);
            report(pending, !pending.isMaybeAcknowledged() && gone.contains(pending.delivery()));
        }
        return true;
    }

    private void refused(List<Outcome> outcomes, TaskStoreException e) {
        log.debug("{} outcomes of {} are refused", outcomes.size(), group, e);
        if (warning.tryAcquire()) {
            Delivery first = outcomes.get(0).delivery();
            log.error(
                    "The store refuses outcomes of {}, such as that of {} in {}: {}; their tasks stay leased, and they"
                            + " are sent again. Logged at most once a minute",
                    group,
                    first.id(),
                    first.topic(),
                    e.getMessage(),
                    e);
        }
    }

    /** Completes acknowledged outcomes: each one, even if another fails. */
    private void report(PendingOutcome pending, boolean stale) {
        try {
            acknowledged.accept(pending, stale);
        } catch (OutOfMemoryError e) {
            rethrowFatal.accept(e);
            log.error("An outcome is acknowledged, but its report failed", e);
        } catch (Throwable e) {
            rethrowFatal.accept(e);
            log.error(
                    "The outcome of {} in {} is acknowledged, but its report failed",
                    pending.delivery().id(),
                    group,
                    e);
        }
    }
}
