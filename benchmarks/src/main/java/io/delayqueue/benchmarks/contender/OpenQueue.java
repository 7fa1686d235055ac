package io.delayqueue.benchmarks.contender;

import java.util.Collection;
import java.util.List;

/** A contender's connection to a server: one instance of an application. Thread-safe. */
public interface OpenQueue extends AutoCloseable {

    /**
     * Prepares to add tasks. Where tasks have to be told apart from arguments that were made before the clock runs, that is
     * {@link io.delayqueue.benchmarks.contender.limit}, the arguments are made here; else all work is left to the action.
     *
     * @param items one task, or as many as an application would add at once
     * @return adds the tasks, and returns when the server has confirmed them all; runs once
     */
    Runnable adding(List<Item> items);

    /**
     * Begins to consume; returns when it is set up.
     *
     * @param topics what to consume
     * @param arrivals told of each task
     */
    void consume(Collection<String> topics, Arrivals arrivals);

    /**
     * Prepares to cancel tasks by their ids, or by whatever else the contender has for that.
     *
     * @param items tasks that wait
     * @return cancels the tasks, and returns when the server has confirmed it; runs once
     */
    Runnable cancelling(List<Item> items);

    /** {@return how many tasks of a topic the server holds, in whatever state} */
    long remaining(String topic);

    /** Stops consuming and disconnects. */
    @Override
    void close();
}
