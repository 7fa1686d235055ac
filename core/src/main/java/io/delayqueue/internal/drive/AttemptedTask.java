package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import java.time.Duration;

/** Task of an attempt. */
public interface AttemptedTask {

    /** {@return the task's topic} */
    TopicName topic();

    /** {@return its id} */
    String id();

    /** {@return the number of the attempt, from 1} */
    int number();

    /**
     * Moves the deadline of a callback that could not continue.
     *
     * @param length the time for which it could not continue
     */
    void paused(Duration length);
}
