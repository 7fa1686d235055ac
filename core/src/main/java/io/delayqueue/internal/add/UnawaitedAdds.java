package io.delayqueue.internal.add;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.delayqueue.AddQueueFullException;
import io.delayqueue.AddQueueLimits;
import java.util.function.BooleanSupplier;

/** Counts and limits the asynchronous adds of a group in progress. Thread-safe. */
final class UnawaitedAdds {

    private final String group;

    private final AddQueueLimits limits;

    private final BooleanSupplier mayWait;

    private volatile int tasks;

    private long bytes;

    private int waiting;

    /**
     * Creates the counter.
     *
     * @param mayWait returns whether the calling thread may wait for room
     */
    UnawaitedAdds(String group, AddQueueLimits limits, BooleanSupplier mayWait) {
        this.group = group;
        this.limits = limits;
        this.mayWait = mayWait;
    }

    boolean isNone() {
        return tasks == 0;
    }

    /** Takes room for one more add; throws an exception if there is none in time. */
    synchronized void take(int size) {
        if (!hasRoom(size) && !(mayWait.getAsBoolean() && awaitRoom(size))) {
            throw new AddQueueFullException(
                    "%d asynchronous adds of %s with %d bytes wait for the store, the maximum is %d with %d bytes"
                            .formatted(tasks, group, bytes, limits.maxTasks(), limits.maxBytes()));
        }
        tasks = tasks + 1;
        bytes += size;
    }

    private boolean hasRoom(int size) {
        return tasks == 0 || tasks < limits.maxTasks() && bytes + size <= limits.maxBytes();
    }

    private boolean awaitRoom(int size) {
        long left = limits.maxWait().toNanos();
        long deadline = System.nanoTime() + left;
        waiting++;
        try {
            while (left > 0 && !hasRoom(size)) {
                NANOSECONDS.timedWait(this, left);
                left = deadline - System.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waiting--;
        }
        return hasRoom(size);
    }

    /** Gives back room. Allocates nothing: it is called when memory may have run out. */
    synchronized void answered(int size) {
        tasks = tasks - 1;
        bytes -= size;
        if (waiting > 0) {
            notifyAll();
        }
    }
}
