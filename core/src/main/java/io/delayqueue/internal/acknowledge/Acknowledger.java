package io.delayqueue.internal.acknowledge;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.slf4j.Logger;

/**
 * Sends the outcomes of a group's deliveries to the store as soon as they arrive. Outcomes that arrive during a call are sent together
 * in the next one. Outcomes are kept during an outage of the store: the deliveries stay leased, and are acknowledged after it. Outcomes
 * that the store refuses wait in a queue of their own, and do not delay others. Any thread may add; one thread at a time sends.
 */
public class Acknowledger extends EngineJob {

    private static final Logger log = Loggers.of(Acknowledger.class);

    /** Maximum size of the tasks of a batch, unless it is a single one, because Redis frees their details in one call. */
    private static final long MAX_BYTES = 64 << 20;

    /** Number of refusals before new outcomes are sent, because they wait. */
    private static final int MAX_REFUSALS = 16;

    private static final long FIRST_PAUSE = MILLISECONDS.toNanos(100);

    private static final long MAX_PAUSE = SECONDS.toNanos(5);

    private final GroupContext context;

    private final BiConsumer<PendingOutcome, Boolean> acknowledged;

    private final Queue<PendingOutcome> queue = new ConcurrentLinkedQueue<>();

    private List<PendingOutcome> batch = new ArrayList<>();

    /** Parts of calls that the store has refused, each with outcomes of one kind and topic, which were not sent by themselves yet. */
    private final Queue<List<PendingOutcome>> parts = new ArrayDeque<>();

    /** Outcomes that the store has refused by themselves. */
    private final Queue<List<PendingOutcome>> refused = new ArrayDeque<>();

    private long pause = FIRST_PAUSE;

    private long refusedAreDueAt;

    private final AtomicInteger unacknowledged = new AtomicInteger();

    private final LogRateLimiter warning = new LogRateLimiter();

    private volatile long acknowledgedAllAt;

    private volatile long giveUpAt = Long.MAX_VALUE;

    /** Whether a stop sends refused outcomes for the last time. */
    private boolean lastTryLeft = true;

    /**
     * Creates the acknowledger.
     *
     * @param acknowledged called for each outcome that the store has acknowledged, with whether its delivery is known to have been
     *     stale
     */
    public Acknowledger(GroupContext context, BiConsumer<PendingOutcome, Boolean> acknowledged) {
        super(context::job, "acknowledger-" + context.group());
        this.context = context;
        this.acknowledged = acknowledged;
        this.acknowledgedAllAt = context.now();
    }

    /** Number of outcomes that the store does not have. */
    public int unacknowledged() {
        return unacknowledged.get();
    }

    /** Time since the store had all outcomes; zero while it has all. */
    public Duration sinceAcknowledgedAll() {
        return unacknowledged() == 0 ? Duration.ZERO : Duration.ofNanos(context.now() - acknowledgedAllAt);
    }

    /** Accepts the outcomes of an attempt, unless memory runs out. */
    public void add(List<PendingOutcome> ended) {
        for (PendingOutcome outcome : ended) {
            queue.add(outcome);
            if (unacknowledged.getAndIncrement() == 0) {
                acknowledgedAllAt = context.now();
            }
        }
        handle.wake();
    }

    /** Sends the remaining outcomes, at most for a time, and ends. Refused ones are tried once. */
    public void flush(Duration atMost) {
        giveUpAt = context.now() + atMost.toNanos();
        handle.stop();
        handle.join(atMost.plusSeconds(1));
    }

    @Override
    public boolean isDone() {
        return batch.isEmpty() && queue.isEmpty() && (isNoneRefused() || !lastTryLeft)
                || context.now() - giveUpAt > 0 && giveUpAt != Long.MAX_VALUE;
    }

    /** Sends a batch of outcomes, and refused ones that are due. A stop tries the refused ones once more, due or not. */
    @Override
    public long run() {
        fillBatch();
        boolean idle = batch.isEmpty();
        sendBatch();
        if (handle.isStopping() && lastTryLeft) {
            retry(true);
            lastTryLeft = false;
        } else if (!isNoneRefused() && context.now() - refusedAreDueAt >= 0) {
            retry(false);
        }
        if (isNoneRefused()) {
            acknowledgedAllAt = context.now();
            return idle ? NEVER : 0;
        }
        return idle ? Math.max(1, refusedAreDueAt - context.now()) : 0;
    }

    private void fillBatch() {
        long bytes =
                batch.stream().mapToLong(pending -> pending.execution().bytes()).sum();
        for (PendingOutcome next; batch.size() < TaskStore.MAX_BATCH && (next = queue.peek()) != null; ) {
            bytes += next.execution().bytes();
            if (!batch.isEmpty() && bytes > MAX_BYTES) {
                return;
            }
            batch.add(queue.remove());
        }
    }

    /** Sends each kind in one call. If the store refuses a call, each topic of that call is retried in a call of its own. */
    private void sendBatch() {
        while (!batch.isEmpty()) {
            Outcome.Kind kind = batch.get(0).outcome().kind();
            List<PendingOutcome> sent = new ArrayList<>(batch.size());
            List<PendingOutcome> left = new ArrayList<>();
            for (PendingOutcome pending : batch) {
                (pending.outcome().kind() == kind ? sent : left).add(pending);
            }
            if (!send(sent)) {
                parts.addAll(sent.stream()
                        .collect(groupingBy(pending -> pending.delivery().topic(), LinkedHashMap::new, toList()))
                        .values());
                refusedAreDueAt = context.now();
                lastTryLeft = true;
            }
            batch = left;
        }
    }

    private boolean isNoneRefused() {
        return parts.isEmpty() && refused.isEmpty();
    }

    /**
     * Sends what was refused again: first the parts of calls, the halves of a part that is refused again as two, because the cause may be
     * one task or the whole topic. Pauses grow while nothing is acknowledged.
     *
     * @param all whether each outcome is tried, and not only the first ones
     */
    private void retry(boolean all) {
        int singles = refused.size();
        int refusals = 0;
        boolean anyTaken = false;
        while ((all || refusals < MAX_REFUSALS) && (!parts.isEmpty() || singles-- > 0)) {
            Queue<List<PendingOutcome>> from = parts.isEmpty() ? refused : parts;
            List<PendingOutcome> part = from.element();
            boolean taken = send(part);
            from.remove();
            if (taken) {
                anyTaken = true;
                continue;
            }
            refusals++;
            int half = part.size() / 2;
            if (half == 0) {
                refused.add(part);
            } else {
                parts.add(part.subList(0, half));
                parts.add(part.subList(half, part.size()));
            }
        }
        if (parts.isEmpty()) {
            pause = anyTaken ? FIRST_PAUSE : Math.min(2 * pause, MAX_PAUSE);
        }
        refusedAreDueAt = context.now() + (parts.isEmpty() ? pause : 0);
    }

    /** Sends outcomes of one kind; false if the store refuses them. */
    private boolean send(List<PendingOutcome> outcomes) {
        List<Outcome> sent = outcomes.stream().map(PendingOutcome::outcome).toList();
        boolean known = false;
        Set<Delivery> gone;
        try {
            List<Delivery> stale = context.tasks().acknowledge(context.group(), sent);
            // Before it is registered, because memory may run out.
            gone = Set.copyOf(stale);
            known = true;
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            // Some may have been acknowledged before the refused one.
            known = outcomes.size() == 1;
            reportRefused(sent, e);
            return false;
        } finally {
            if (!known) {
                outcomes.forEach(pending -> pending.execution().maybeAcknowledged());
            }
        }
        unacknowledged.addAndGet(-outcomes.size());
        // Without an iterator, which needs memory: what the store has taken must not be sent again.
        for (int i = 0; i < outcomes.size(); i++) {
            PendingOutcome pending = outcomes.get(i);
            report(pending, !pending.execution().isMaybeAcknowledged() && gone.contains(pending.delivery()));
        }
        return true;
    }

    private void reportRefused(List<Outcome> outcomes, TaskStoreException e) {
        log.debug("{} outcomes of {} are refused", outcomes.size(), context.group(), e);
        if (warning.tryAcquire()) {
            Delivery first = outcomes.get(0).delivery();
            log.error(
                    "The store refuses outcomes of {}, such as that of {} in {}: {}; their tasks stay leased, and they"
                            + " are sent again. Logged at most once a minute",
                    context.group(),
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
        } catch (Throwable e) {
            context.driver().rethrowFatal(e);
            log.error("An outcome of {} is acknowledged, but its report failed", context.group(), e);
        }
    }
}
