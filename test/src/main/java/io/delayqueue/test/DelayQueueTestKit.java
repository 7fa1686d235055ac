package io.delayqueue.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Skeleton: see the contract. */
public final class DelayQueueTestKit {

    DelayQueueTestKit() {}

    /** {@return the time} */
    public Instant now() {
        throw new UnsupportedOperationException();
    }

    /** {@return a clock that shows it} */
    public Clock clock() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many callbacks were called} */
    public int runDue() {
        throw new UnsupportedOperationException();
    }

    /**
     * Moves the time.
     *
     * @param duration how far
     * @return how many callbacks were called
     */
    public int advance(Duration duration) {
        throw new UnsupportedOperationException();
    }

    /**
     * Moves the time.
     *
     * @param instant until when
     * @return how many callbacks were called
     */
    public int advanceTo(Instant instant) {
        throw new UnsupportedOperationException();
    }

    /** {@return the default queue} */
    public TestQueue queue() {
        throw new UnsupportedOperationException();
    }

    /**
     * Asks for a queue.
     *
     * @param name its name
     * @return it
     */
    public TestQueue queue(String name) {
        throw new UnsupportedOperationException();
    }

    /** Removes all tasks, forgets what was delivered and what was to fail, and sets the time to where it began. */
    public void clear() {
        throw new UnsupportedOperationException();
    }
}
