package io.delayqueue.autoconfigure;

import io.delayqueue.engine.DelayQueueEngineBuilder;

/**
 * Customizes the builder of an engine. All beans of this type are called for each queue of the application, in the order of
 * {@code @Order}, after properties and other beans have been applied. Such a bean cannot depend on a bean of a queue.
 */
@FunctionalInterface
public interface DelayQueueEngineCustomizer {

    /**
     * Customizes the engine of one queue.
     *
     * @param queue the queue's name, {@value io.delayqueue.engine.DelayQueueEngine#DEFAULT_NAME} for the default queue
     * @param builder the builder of the engine
     */
    void customize(String queue, DelayQueueEngineBuilder builder);
}
