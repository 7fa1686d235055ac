package io.delayqueue.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Takes all memory of this JVM. */
public final class FullHeap {

    private static final int SMALLEST = 2;

    private FullHeap() {}

    /** Keeps the heap full for a time. */
    public static void keep(Duration time) {
        long began = System.nanoTime();
        long nanos = time.toNanos();
        Object @Nullable [] last = null;
        int size = 1 << 17;
        while (System.nanoTime() - began < nanos) {
            try {
                Object[] next = new Object[size];
                next[0] = last;
                last = next;
            } catch (OutOfMemoryError e) {
                if (size == SMALLEST) {
                    // The others have their turn.
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
                }
                size = Math.max(SMALLEST, size / 2);
            }
        }
    }
}
