package io.delayqueue.internal.drive;

/** Recurring work in the background. A {@link Driver} decides when it runs. */
public interface BackgroundJob {

    /** The job has no next event of its own. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Does what is due. Ends soon after {@link JobHandle#stop}. The driver runs a job that throws again after a pause, longer each time.
     *
     * @return after how many nanoseconds to run it again if nothing wakes it before: not positive for at once, {@link #NEVER} for not at all
     */
    long run();

    /** Whether the delay of {@link #run} is to be kept to a few microseconds. */
    default boolean isPrecise() {
        return false;
    }

    /** Whether nothing is left to do for a job that is stopping. */
    default boolean isDone() {
        return true;
    }

    /** Ends a run that waits for something, for the job is to stop. */
    default void interruptWait() {}
}
