package io.delayqueue.benchmarks.contender;

import java.util.List;

/** Receives each task that is passed to its callback. */
@FunctionalInterface
public interface Arrivals {

    /**
     * Receives a task at the start of its callback. Called concurrently, on the contender's own threads.
     *
     * @param payload the task's payload
     */
    void arrived(String payload);

    /**
     * Receives the tasks of one call of a callback.
     *
     * @param payloads their payloads
     */
    default void arrived(List<String> payloads) {
        payloads.forEach(this::arrived);
    }
}
