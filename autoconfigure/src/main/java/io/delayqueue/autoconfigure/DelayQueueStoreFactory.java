package io.delayqueue.autoconfigure;

import io.delayqueue.store.Backend;

/**
 * Creates the stores of queues that are not kept in Redis. A bean of this type is used if {@code delayqueue.store} is {@code
 * memory}. The module {@code delayqueue-test} has one.
 */
@FunctionalInterface
public interface DelayQueueStoreFactory {

    /**
     * Creates the store of one queue. Called once for each queue of an application, before its engine is created; the engine
     * closes the store.
     *
     * @param queue the queue's name, {@value io.delayqueue.engine.DelayQueueEngine#DEFAULT_NAME} for the default queue
     * @return a store that no other queue uses
     */
    Backend create(String queue);
}
