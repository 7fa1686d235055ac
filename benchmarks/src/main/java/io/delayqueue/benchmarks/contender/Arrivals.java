package io.delayqueue.benchmarks.contender;

/** Told of each task that is handed to its callback. */
@FunctionalInterface
public interface Arrivals {

    /**
     * A callback begins. Called on the contender's own threads, several at once.
     *
     * @param payload the task's payload
     */
    void arrived(String payload);
}
