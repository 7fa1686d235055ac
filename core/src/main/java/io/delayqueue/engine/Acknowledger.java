package io.delayqueue.engine;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Delivery;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * Sends the outcomes of a group's deliveries to the store. Outcomes that come in while a call is under way travel together in the
 * next one. None is forgotten while the store is away: the deliveries stay leased, and are acknowledged when it is back. Outcomes
 * that the store refuses are kept apart by kind and topic, and hold up nothing else.
 */
class Acknowledger extends Loop {

    private static final Logger log = Loggers.of(Acknowledger.class);

    /** How large the tasks of a batch are together at most, unless it is a single one: Redis frees their details in one call. */
    private static final long MAX_BYTES = 64 << 20;

    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final String group;

    private final TaskStore store;

    private final BiConsumer<Settlement, Boolean> confirmed;

    private final Queue<PendingOutcome> queue = new ConcurrentLinkedQueue<>();

    private final List<PendingOutcome> batch = new ArrayList<>();

    private final Map<Lane, RefusedOutcomes> refused = new LinkedHashMap<>();

    private final AtomicInteger untold = new AtomicInteger();

    private final OncePerMinute warning = new OncePerMinute();

    private volatile long acknowledgedAllAt = System.nanoTime();

    /** Whether a stop is to send what was refused for the last time. */
    private boolean lastTryLeft = true;

    private volatile long giveUpAt = Long.MAX_VALUE;

    /** Outcomes that may be refused together, for all that is known before they are sent one by one. */
    private record Lane(Class<? extends Settlement> kind, String topic) {
        static Lane of(Settlement settlement) {
            return new Lane(settlement.getClass(), settlement.delivery().topic());
        }
    }

    /**
     * Creates the acknowledger.
     *
     * @param confirmed told of each settlement the store has answered, and whether its delivery is known to have been stale
     */
    Acknowledger(String group, TaskStore store, BiConsumer<Settlement, Boolean> confirmed, Outage outage) {
        super("acknowledger-" + group, outage);
        this.group = group;
        this.store = store;
        this.confirmed = confirmed;
    }

    /** How many outcomes the store has not taken. */
    int untold() {
        return untold.get();
    }

    /** How long ago the store had taken all outcomes that there were. */
    Duration sinceAcknowledgedAll() {
        return Duration.ofNanos(System.nanoTime() - acknowledgedAllAt);
    }

    /**
     * Takes an outcome; if memory runs out it is not taken.
     *
     * @param bytes how large the task is
     */
    void add(Settlement settlement, int bytes) {
        queue.add(new PendingOutcome(settlement, bytes));
        untold.incrementAndGet();
        wake();
    }

    /** Sends the outcomes that are left, for at most so long, and ends. Refused ones are tried once. */
    void flush(Duration atMost) {
        giveUpAt = System.nanoTime() + atMost.toNanos();
        stop();
        join(atMost.plusSeconds(1));
    }

    @Override
    boolean isDone() {
        boolean nothingToSend = batch.isEmpty() && queue.isEmpty() && (refused.isEmpty() || !lastTryLeft);
        return nothingToSend || System.nanoTime() - giveUpAt > 0 && giveUpAt != Long.MAX_VALUE;
    }

    @Override
    void turn() {
        clearWake();
        fillBatch();
        boolean idle = batch.isEmpty();
        sendBatch();
        sendRefused();
        if (refused.isEmpty()) {
            acknowledgedAllAt = System.nanoTime();
        }
        if (idle) {
            long now = System.nanoTime();
            pause(refused.values().stream()
                    .mapToLong(outcomes -> outcomes.dueIn(now))
                    .reduce(LONGEST_PAUSE, Math::min));
        }
    }

    private void fillBatch() {
        long bytes = batch.stream().mapToLong(PendingOutcome::bytes).sum();
        for (PendingOutcome next; batch.size() < TaskStore.MAX_BATCH && (next = queue.peek()) != null; ) {
            bytes += next.bytes();
            if (!batch.isEmpty() && bytes > MAX_BYTES) {
                return;
            }
            batch.add(queue.remove());
        }
    }

    /** Sends each kind in a call, but for topics of which something was refused: these have calls of their own. */
    private void sendBatch() {
        Map<Object, List<PendingOutcome>> calls = new LinkedHashMap<>();
        for (PendingOutcome outcome : batch) {
            Lane lane = Lane.of(outcome.settlement());
            Object call = refused.containsKey(lane) ? lane : lane.kind();
            calls.computeIfAbsent(call, added -> new ArrayList<>()).add(outcome);
        }
        for (List<PendingOutcome> outcomes : calls.values()) {
            if (!send(outcomes)) {
                lastTryLeft = true;
                outcomes.forEach(outcome -> refused.computeIfAbsent(
                                Lane.of(outcome.settlement()), lane -> new RefusedOutcomes(System.nanoTime()))
                        .add(outcome));
            }
            batch.removeIf(new HashSet<>(outcomes)::contains);
        }
    }

    private void sendRefused() {
        boolean lastTry = isStopping() && lastTryLeft;
        for (Iterator<RefusedOutcomes> all = refused.values().iterator(); all.hasNext(); ) {
            RefusedOutcomes outcomes = all.next();
            if (lastTry) {
                outcomes.sendAll(this::send);
            } else if (outcomes.dueIn(System.nanoTime()) <= 0) {
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
        List<Settlement> settlements =
                outcomes.stream().map(PendingOutcome::settlement).toList();
        Set<PendingOutcome> sentBefore =
                outcomes.stream().filter(PendingOutcome::isMaybeTaken).collect(Collectors.toSet());
        outcomes.forEach(outcome -> outcome.maybeTaken(true));
        List<Delivery> stale;
        try {
            stale = call(settlements);
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            if (outcomes.size() == 1) {
                // Of several some may have been taken before the one that is refused.
                outcomes.get(0).maybeTaken(!sentBefore.isEmpty());
            }
            log.debug("{} outcomes of {} are refused", outcomes.size(), group, e);
            if (warning.isMine()) {
                log.error(
                        "The store refuses outcomes of {}, such as that of {} in {}: {}; their tasks stay leased, and they"
                                + " are sent again. Logged at most once a minute",
                        group,
                        settlements.get(0).delivery().id(),
                        settlements.get(0).delivery().topic(),
                        e.getMessage(),
                        e);
            }
            return false;
        }
        untold.addAndGet(-outcomes.size());
        outcomes.forEach(outcome -> confirm(
                outcome.settlement(),
                !sentBefore.contains(outcome)
                        && stale.contains(outcome.settlement().delivery())));
        return true;
    }

    private List<Delivery> call(List<Settlement> settlements) {
        Settlement first = settlements.get(0);
        if (first instanceof Settlement.Finished) {
            return store.finish(group, entries(settlements, Settlement.Finished.class, Settlement.Finished::delivery));
        }
        if (first instanceof Settlement.Failed) {
            return store.retry(group, entries(settlements, Settlement.Failed.class, Settlement.Failed::retry));
        }
        if (first instanceof Settlement.Repeated) {
            return store.repeat(group, entries(settlements, Settlement.Repeated.class, Settlement.Repeated::run));
        }
        if (first instanceof Settlement.Buried) {
            return store.bury(group, entries(settlements, Settlement.Buried.class, Settlement.Buried::burial));
        }
        return store.release(group, entries(settlements, Settlement.Returned.class, Settlement.Returned::release));
    }

    private static <S extends Settlement, E> List<E> entries(
            List<Settlement> settlements, Class<S> kind, Function<S, E> entry) {
        return settlements.stream().map(kind::cast).map(entry).toList();
    }

    /** The store has them all, so each must be let go of, whatever becomes of another. */
    private void confirm(Settlement settlement, boolean stale) {
        try {
            confirmed.accept(settlement, stale);
        } catch (Throwable e) {
            log.error(
                    "The outcome of {} in {} is told, but what follows failed",
                    settlement.delivery().id(),
                    group,
                    e);
        }
    }
}
