package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import java.time.Duration;

/** An attempt of a task, as the engine knows it. */
public interface Attempt {

    /** {@return the task's topic} */
    TopicName topic();

    /** {@return its id} */
    String id();

    /** {@return which attempt it is, from 1} */
    int number();

    /**
     * Moves the callback's deadline, for the callback could not go on.
     *
     * @param length for how long
     */
    void paused(Duration length);
}
