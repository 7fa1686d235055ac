package io.delayqueue.benchmarks.contender;

/** Receives each task that is passed to its callback. */
@FunctionalInterface
public interface Arrivals {

    /**
     * Receives a task at the start of its callback. Called concurrently, on the contender's own threads.
     *
     * @param payload the task's payload
     */
    void arrived(String payload);
}
