package io.delayqueue.internal.drive;

/** Determines the number of a topic's tasks to reserve. */
public interface FetchPolicy {

    /**
     * Returns the number of tasks to reserve; not positive if there are enough.
     *
     * @param held the number of waiting and running tasks
     * @param ahead whether tasks may wait for a worker
     */
    int room(int held, boolean ahead);

    /** Whether there is enough room for a call of the store. */
    boolean isWorthACall(int held, boolean ahead);

    /** Records the duration of a callback. */
    default void ran(long nanos) {}

    /** Records that reserved tasks have waited too long for callbacks that used to be fast. */
    default void stalled() {}
}
