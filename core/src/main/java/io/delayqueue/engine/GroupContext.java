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
 * @param backend the store
 * @param callbacks runs workers, each at once on a thread of its own
 * @param outage where an unreachable store is reported
 */
record GroupContext(
        String group, String instance, Duration lease, Backend backend, Executor callbacks, Outage outage) {}
