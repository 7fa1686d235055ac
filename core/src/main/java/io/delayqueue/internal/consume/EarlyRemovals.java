package io.delayqueue.internal.consume;

import io.delayqueue.store.Delivery;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Remembers removals of deliveries that have not arrived here, for as long as a reply may be on its way behind the message. Most are about
 * deliveries of other instances and never arrive. Thread-safe.
 */
final class EarlyRemovals {

    private static final int MAX_REMEMBERED = 1_000;

    private static final long MAX_AGE = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier nanoTime;

    /** By when they came, the oldest first. */
    private final Map<Removal, Long> removals = new LinkedHashMap<>();

    private record Removal(String id, long number) {}

    /**
     * Remembers nothing yet.
     *
     * @param nanoTime measures lengths of time, as {@link System#nanoTime} does
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

    /** Forgets the removal of a delivery; false if none is remembered. */
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
