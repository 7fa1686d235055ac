package io.delayqueue.autoconfigure;

import io.delayqueue.engine.DelayQueueEngineBuilder;

/**
 * Changes how an engine is made. All beans of it are called for each queue of the application, in the order of {@code @Order}, after
 * everything that properties and other beans say. A bean of it cannot need what comes from an engine.
 */
@FunctionalInterface
public interface DelayQueueEngineCustomizer {

    /**
     * Changes how the engine of one queue is made.
     *
     * @param queue the queue's name, {@value io.delayqueue.engine.DelayQueueEngine#DEFAULT_NAME} for the one without a name
     * @param builder what makes the engine
     */
    void customize(String queue, DelayQueueEngineBuilder builder);
}
