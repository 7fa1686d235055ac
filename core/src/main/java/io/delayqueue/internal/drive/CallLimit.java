package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.TaskStore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many tasks one call may bring. A call that failed may have asked for more than arrives in time, or than there is memory
 * for: the next asks for half, and each that is answered for a little more.
 */
public final class CallLimit {

    private final AtomicInteger most = new AtomicInteger(TaskStore.MAX_BATCH);

    /** How many of so many to ask for. */
    public int of(int wanted) {
        return Math.min(wanted, most.get());
    }

    public void answered() {
        most.updateAndGet(limit -> Math.min(TaskStore.MAX_BATCH, limit + 1 + limit / 8));
    }

    /** A call for so many failed; one that the store refused would have been refused for fewer. */
    public void failed(int limit, Throwable failure) {
        if (!(failure instanceof TaskStoreUnavailableException) && !(failure instanceof OutOfMemoryError)) {
            return;
        }
        most.updateAndGet(before -> Math.max(1, Math.min(before, limit) / 2));
    }
}
