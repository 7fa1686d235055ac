package io.delayqueue.internal.consume;

import io.delayqueue.store.Delivery;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps removals of deliveries that have not arrived here, for as long as a reply may arrive after the message. Most concern
 * deliveries of other instances, which never arrive. Thread-safe.
 */
final class EarlyRemovals {

    private static final int MAX_REMEMBERED = 1_000;

    private static final long MAX_AGE = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier nanoTime;

    /** Removals, the oldest first. */
    private final Map<Removal, Long> removals = new LinkedHashMap<>();

    private record Removal(String id, long number) {}

    /**
     * Creates an empty collection.
     *
     * @param nanoTime measures durations, like {@link System#nanoTime}
     */
    EarlyRemovals(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized void add(String id, long number) {
        Removal removal = new Removal(id, number);
        removals.remove(removal);
        removals.put(removal, nanoTime.getAsLong());
        forget();
    }

    /** Discards the removal of a delivery; false if there is none. */
    synchronized boolean remove(Delivery delivery) {
        forget();
        return removals.remove(new Removal(delivery.id(), delivery.number())) != null;
    }

    private void forget() {
        long now = nanoTime.getAsLong();
        Iterator<Long> oldest = removals.values().iterator();
        while (oldest.hasNext() && (now - oldest.next() >= MAX_AGE || removals.size() > MAX_REMEMBERED)) {
            oldest.remove();
        }
    }
}
