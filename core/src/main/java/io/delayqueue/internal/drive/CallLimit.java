package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.TaskStore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the tasks of one call. A failed call may have requested more than arrives in time or fits into memory: the next one
 * requests half, and each successful one a little more.
 */
public final class CallLimit {

    private final AtomicInteger most = new AtomicInteger(TaskStore.MAX_BATCH);

    /** Returns the number to request. */
    public int of(int wanted) {
        return Math.min(wanted, most.get());
    }

    public void answered() {
        most.updateAndGet(limit -> Math.min(TaskStore.MAX_BATCH, limit + 1 + limit / 8));
    }

    /** Records the failure of a call; one that the store refused would have been refused for fewer tasks too. */
    public void failed(int limit, Throwable failure) {
        if (failure instanceof TaskStoreException && !(failure instanceof TaskStoreUnavailableException)) {
            return;
        }
        most.updateAndGet(before -> Math.max(1, Math.min(before, limit) / 2));
    }
}
