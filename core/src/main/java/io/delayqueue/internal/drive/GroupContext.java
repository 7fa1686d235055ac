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
 * @param backend the store
 * @param driver runs what they do
 * @param observers receive what happens
 */
public record GroupContext(
        String group, String instance, Duration lease, Backend backend, Driver driver, Observers observers) {

    /** The time by which leases are measured. */
    public EngineTime time() {
        return driver.time();
    }

    /** Runs what must not wait for callbacks. */
    public Executor helpers() {
        return driver.pools().helpersOrHere();
    }
}
