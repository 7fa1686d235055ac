package io.delayqueue.engine;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Tells the store how deliveries of a group ended. What comes in while a call is under way travels together in the next
 * one. Nothing is forgotten while the store is away: the deliveries stay leased, and are told when it is back.
 */
final class Acknowledger extends Loop {

    private static final Logger log = Loggers.of(Acknowledger.class);

    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final String group;

    private final TaskStore store;

    private final BiConsumer<Settlement, Boolean> confirmed;

    private final Queue<Settlement> queue = new ConcurrentLinkedQueue<>();

    private final List<Settlement> batch = new ArrayList<>();

    private final AtomicInteger untold = new AtomicInteger();

    /** Whether some of the batch were sent before without an answer: they look stale if that sending arrived. */
    private boolean unanswered;

    /** What the store would not take in this turn, if anything. */
    private @Nullable TaskStoreException refusal;

    private volatile long giveUpAt = Long.MAX_VALUE;

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

    void add(Settlement settlement) {
        untold.incrementAndGet();
        queue.add(settlement);
        wake();
    }

    /** Tells what is left, for at most so long, and ends. */
    void flush(Duration atMost) {
        giveUpAt = System.nanoTime() + atMost.toNanos();
        stop();
        join(atMost.plusSeconds(1));
    }

    @Override
    boolean isDone() {
        return batch.isEmpty() && queue.isEmpty() || System.nanoTime() - giveUpAt > 0 && giveUpAt != Long.MAX_VALUE;
    }

    @Override
    void turn() {
        clearWake();
        for (Settlement next; batch.size() < TaskStore.MAX_BATCH && (next = queue.poll()) != null; ) {
            batch.add(next);
        }
        if (batch.isEmpty()) {
            pause(LONGEST_PAUSE);
            return;
        }
        refusal = null;
        send(Settlement.Finished.class, Settlement.Finished::delivery, store::finish);
        send(Settlement.Failed.class, Settlement.Failed::retry, store::retry);
        send(Settlement.Repeated.class, Settlement.Repeated::run, store::repeat);
        send(Settlement.Buried.class, Settlement.Buried::burial, store::bury);
        send(Settlement.Returned.class, Settlement.Returned::release, store::release);
        unanswered = false;
        if (refusal != null) {
            throw refusal;
        }
    }

    private interface Call<E> {
        List<Delivery> send(String group, List<E> entries);
    }

    private <S extends Settlement, E> void send(Class<S> kind, Function<S, E> entry, Call<E> call) {
        List<S> settlements =
                batch.stream().filter(kind::isInstance).map(kind::cast).toList();
        if (settlements.isEmpty()) {
            return;
        }
        boolean again = unanswered;
        unanswered = true;
        List<Delivery> stale;
        try {
            stale = call.send(group, settlements.stream().map(entry).toList());
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            // Of this kind only; the others must not wait for it.
            unanswered = again;
            refusal = e;
            return;
        }
        unanswered = again;
        batch.removeIf(kind::isInstance);
        untold.addAndGet(-settlements.size());
        settlements.forEach(settlement -> confirm(settlement, !again && stale.contains(settlement.delivery())));
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
