package io.delayqueue.engine;

import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What the parts of a group share.
 *
 * @param group the group
 * @param instance this engine's name in leases
 * @param lease how long a reservation lasts without a renewal
 * @param time by which leases are measured
 * @param run what all groups share
 */
record GroupContext(String group, String instance, Duration lease, EngineTime time, ThreadedRun.Surroundings run) {

    Backend backend() {
        return run.backend();
    }

    /** Where callbacks run, each worker at once on a thread of its own unless the application's executor is short of them. */
    Pools pools() {
        return run.pools();
    }

    /** Runs what must not wait for callbacks. */
    Executor helpers() {
        return Threads.orHere(run.pools().helpers());
    }

    Outage outage() {
        return run.outage();
    }

    Observers observers() {
        return run.extensions().observers();
    }
}
