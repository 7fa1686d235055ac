package io.delayqueue.internal.drive;

import java.time.Duration;

/** Controls a {@link BackgroundJob}. */
public interface JobHandle {

    /** The name with which the driver took on the job. */
    String name();

    /** Starts the job unless it runs or has ended. After a failure it can be called again. */
    void start();

    /** Asks the job to end after the run under way. */
    void stop();

    boolean isStopping();

    /**
     * Waits for the end of a job that stops.
     *
     * @return whether it has ended
     */
    boolean join(Duration atMost);

    /** Has the job run again at once, or again after the run under way. Does not shorten the pause after a failure. */
    void wake();

    /** Whether {@link #wake} was called since the run began. */
    boolean isWoken();

    /** Waits within a run, until the job is woken or stopped. */
    void pause(long nanos);

    /** Ends an outage within a run that lasts: the store answers. The end of a run says the same. */
    void succeeded();

    /** Shows within a run that lasts that the job goes on. So does a pause within it. */
    void alive();

    /** Time since the last run ended without a failure, or the job was created. */
    Duration sinceRun();

    /** Time since the last sign that the job goes on, such as the end of a run, even by a failure. */
    Duration sinceSign();
}
