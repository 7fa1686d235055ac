package io.delayqueue.benchmarks.contender;

import java.util.Collection;
import java.util.List;

/** Connection of a contender to a server, like one instance of an application. Thread-safe. */
public interface OpenQueue extends AutoCloseable {

    /**
     * Prepares to add tasks. {@link io.delayqueue.benchmarks.contender.limit} creates the arguments here, before the
     * measurement; all other contenders do all work in the action.
     *
     * @param items one task, or several that an application would add together
     * @return adds the tasks, and returns when the server has confirmed them all; runs once
     */
    Runnable adding(List<Item> items);

    /**
     * Begins to consume; returns when consumers are ready.
     *
     * @param topics the topics to consume
     * @param arrivals receives each task
     */
    void consume(Collection<String> topics, Arrivals arrivals);

    /**
     * Prepares to cancel tasks by their ids, or by the contender's own means.
     *
     * @param items pending tasks
     * @return cancels the tasks, and returns when the server has confirmed it; runs once
     */
    Runnable cancelling(List<Item> items);

    /** {@return the number of tasks of a topic on the server, in any state} */
    long remaining(String topic);

    /**
     * Pauses a topic: due tasks become ready, and no callback begins.
     *
     * @throws UnsupportedOperationException if the contender has no pause
     */
    default void pause(String topic) {
        throw new UnsupportedOperationException("no pause");
    }

    /** Ends the pause of a topic. */
    default void resume(String topic) {
        throw new UnsupportedOperationException("no pause");
    }

    /** Stops consuming and disconnects. */
    @Override
    void close();
}
