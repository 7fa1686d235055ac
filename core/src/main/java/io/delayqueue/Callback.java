package io.delayqueue;

/**
 * Callback carried by its task: the class's name and its constructor's arguments are kept in the queue, and an instance is made
 * when the task is due.
 *
 * <p>The class must be allowed by the configuration of the instance that adds the task and of the one that runs it. Constructor
 * arguments are written as JSON and read back as the constructor's parameter types.
 */
@FunctionalInterface
public interface Callback {

    /**
     * Handles the task. Returning finishes it, throwing fails the attempt, as for {@link TaskCallback}.
     *
     * @throws Exception to fail this attempt
     */
    void call() throws Exception;
}
