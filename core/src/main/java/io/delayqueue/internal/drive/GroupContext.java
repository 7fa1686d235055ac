package io.delayqueue.internal.drive;

import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Shares what the parts of a group work with.
 *
 * @param group the group
 * @param instance this engine's name in leases
 * @param newest number of the newest delivery of the group that has arrived under this name, in any session
 * @param lease how long a reservation lasts without a renewal
 * @param maxHold how long a callback can hold a limit or a topic at most
 * @param blockedAfter after how long without an end of a callback a topic without a free slot is reported
 * @param backend the store
 * @param driver runs what they do
 * @param observers receive what happens
 * @param drained whether the engine drains a group
 */
public record GroupContext(
        String group,
        String instance,
        AtomicLong newest,
        Duration lease,
        Duration maxHold,
        Duration blockedAfter,
        Backend backend,
        Driver driver,
        Observers observers,
        Predicate<String> drained) {

    /** The time by which leases are measured. */
    public EngineTime time() {
        return driver.time();
    }

    public long now() {
        return time().now();
    }

    public TaskStore tasks() {
        return backend.tasks();
    }

    /** Whether no task of the group may begin here, because the engine drains the group. */
    public boolean isDrained() {
        return drained.test(group);
    }

    /** Has the driver take on a job of the group that never calls the application. */
    public JobHandle job(String name, BackgroundJob job) {
        return driver.groupJob(group, name, job);
    }

    /** Makes calls of the store that must not wait for callbacks. */
    public Executor calls() {
        return driver.calls(group);
    }
}
