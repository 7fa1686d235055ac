package io.delayqueue.internal.drive;

/** Decides how many of a topic's tasks are reserved at once. */
public interface FetchPolicy {

    /**
     * How many tasks could be taken; not positive if there are enough.
     *
     * @param held how many wait or run already
     * @param ahead whether tasks may wait for a worker
     */
    int room(int held, boolean ahead);

    /** Whether there is so much room that it is worth a call of the store. */
    boolean isWorthACall(int held, boolean ahead);

    /** A callback took so long. */
    default void ran(long nanos) {}

    /** Reserved tasks have waited too long behind callbacks that used to be quick. */
    default void stalled() {}
}
