package io.delayqueue.store;

import io.delayqueue.monitor.StoreFinding;
import java.util.List;

/** Checks whether a store keeps what it has confirmed. Thread-safe. */
@FunctionalInterface
public interface StoreChecks {

    /** Checks nothing. */
    StoreChecks NONE = List::of;

    /**
     * Checks the store. Costs a few calls of each server; a server that does not permit them has no findings.
     *
     * @return the risks that are there now
     * @throws io.delayqueue.TaskStoreUnavailableException if no server answers
     */
    List<StoreFinding> check();
}
