package io.delayqueue.jdbc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Totals since the start, for meters. Thread-safe.
 *
 * @param <K> the kinds of totals
 */
final class Totals<K> {

    private final Map<K, Long> totals = new ConcurrentHashMap<>();

    void add(K kind, long number) {
        totals.merge(kind, number, Long::sum);
    }

    long of(K kind) {
        return totals.getOrDefault(kind, 0L);
    }
}
