package io.delayqueue.autoconfigure;

import io.delayqueue.store.Backend;

/**
 * Makes the stores of queues that are not kept in Redis: a bean of it is asked if {@code delayqueue.store} is {@code memory}. The
 * module {@code delayqueue-test} brings one.
 */
@FunctionalInterface
public interface DelayQueueStoreFactory {

    /**
     * Makes the store of one queue. Called once for each queue of an application, before its engine is made, which closes the
     * store in the end.
     *
     * @param queue the queue's name, {@value io.delayqueue.engine.DelayQueueEngine#DEFAULT_NAME} for the one without a name
     * @return a store that no other queue has
     */
    Backend create(String queue);
}
