package io.delayqueue.internal.heartbeat;

import io.delayqueue.monitor.EngineStatus.GroupStatus;
import java.util.List;
import java.util.function.Supplier;

/**
 * Checks that an engine makes at intervals, beside its heartbeats.
 *
 * @param store checks the store
 * @param overload checks whether the known tasks can be worked off in time
 */
public record EngineWatches(StoreWatch store, OverloadWatch overload) {

    /** Clears the results at the start of an engine. */
    public void begin() {
        store.begin();
        overload.begin();
    }

    /** Makes the checks that are due. Throws nothing. */
    public void checkIfDue(Supplier<List<GroupStatus>> groups) {
        store.checkIfDue();
        overload.checkIfDue(groups);
    }
}
