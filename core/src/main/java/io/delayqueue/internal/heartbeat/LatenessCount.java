package io.delayqueue.internal.heartbeat;

import io.delayqueue.monitor.LatenessHistogram;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Counts latenesses by the buckets of {@link LatenessHistogram}. Takes room for the parts only in which something was counted. */
final class LatenessCount {

    private static final int PART = 16;

    private final AtomicReferenceArray<AtomicLongArray> parts =
            new AtomicReferenceArray<>((LatenessHistogram.buckets() + PART - 1) / PART);

    void add(Duration lateness) {
        int bucket = LatenessHistogram.bucketOf(lateness);
        AtomicLongArray part = parts.get(bucket / PART);
        if (part == null) {
            parts.compareAndSet(bucket / PART, null, new AtomicLongArray(PART));
            part = parts.get(bucket / PART);
        }
        part.incrementAndGet(bucket % PART);
    }

    LatenessHistogram snapshot() {
        SortedMap<Integer, Long> counts = new TreeMap<>();
        for (int i = 0; i < parts.length(); i++) {
            AtomicLongArray part = parts.get(i);
            for (int k = 0; part != null && k < PART; k++) {
                if (part.get(k) > 0) {
                    counts.put(i * PART + k, part.get(k));
                }
            }
        }
        return new LatenessHistogram(counts);
    }
}
