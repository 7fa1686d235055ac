package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;

/** Decides where and when an engine's work runs: on threads, or on the thread that moves the time. */
public interface Driver {

    EngineTime time();

    /**
     * Takes on a job, not started.
     *
     * @param name different for each job of an engine
     */
    JobHandle job(String name, BackgroundJob job);

    Pools pools();

    /** Decides how many tasks of a topic are reserved at once. */
    FetchPolicy fetch(TopicName topic, int concurrency);

    /** Makes the caller of an attempt that is about to begin on the calling thread. */
    AttemptCaller caller(Attempt attempt);

    /** Runs what has workers end attempts that had no thread. Called on any thread; does not wait. */
    void resume(Runnable ends);

    /** Throws what must end the step under way; returns otherwise. */
    default void rethrowFatal(Throwable failure) {}
}
