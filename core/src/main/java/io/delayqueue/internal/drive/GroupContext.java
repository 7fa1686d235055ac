package io.delayqueue.internal.drive;

import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Shares what the parts of a group work with.
 *
 * @param group the group
 * @param instance this engine's name in leases
 * @param lease how long a reservation lasts without a renewal
 * @param time measures leases
 * @param backend the store
 * @param pools run callbacks, each worker at once on a thread of its own unless the application's executor is short of them
 * @param outage where an unreachable store is reported
 * @param observers receive what happens
 */
public record GroupContext(
        String group,
        String instance,
        Duration lease,
        EngineTime time,
        Backend backend,
        Pools pools,
        Outage outage,
        Observers observers) {

    /** Runs what must not wait for callbacks. */
    public Executor helpers() {
        return Threads.orHere(pools.helpers());
    }
}
