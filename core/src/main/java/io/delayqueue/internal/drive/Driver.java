package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Decides where and when an engine's work runs: on threads, or on the thread that moves the time. */
public interface Driver {

    EngineTime time();

    /**
     * Takes on a job, not started.
     *
     * @param name different for each job of an engine
     */
    JobHandle job(String name, BackgroundJob job);

    /**
     * Takes on a job that only threads have, such as one that waits for messages.
     *
     * @return without threads, a handle without effect
     */
    default JobHandle threadJob(String name, BackgroundJob job) {
        return job(name, job);
    }

    /**
     * Takes on a job of a group that calls the store and never the application, so that the jobs of many groups can share few threads.
     *
     * @param name different for each job of an engine
     */
    default JobHandle groupJob(String group, String name, BackgroundJob job) {
        return job(name, job);
    }

    /** Takes on a job of a node of the store, as that of its groups. */
    default JobHandle nodeJob(String node, String name, BackgroundJob job) {
        return job(name, job);
    }

    Pools pools();

    /** Makes calls of the store for a group on few threads, or on the calling thread if there are none. */
    default Executor calls(String group) {
        return pools().helpersOrHere();
    }

    /** Renews leases of a group, on few threads that do nothing else. */
    default Executor renewals(String group) {
        return pools().helpersOrHere();
    }

    /** How many tasks of a topic may be reserved at once at most. */
    default int permit(TopicName topic) {
        return Integer.MAX_VALUE;
    }

    /** Makes the caller of an attempt that is about to begin on the calling thread. */
    AttemptCaller caller(AttemptedTask attempt);

    /** Runs what has workers end attempts that had no thread. Called on any thread; does not wait. */
    void resume(Runnable ends);

    /** Waits until something is done; returns whether it is. Does not wait where nothing can be done meanwhile. */
    boolean await(BooleanSupplier done, Duration atMost);

    /**
     * Does something while no callback runs on another thread that drives the engine.
     *
     * @param otherwise done if one still runs after so long
     */
    default <T> T alone(Duration atMost, Supplier<T> step, Supplier<T> otherwise) {
        return step.get();
    }

    /** Receives the engine that this driver is for, once it is built. */
    default void attach(EngineControl engine) {}

    /** Ends the pools, and waits a bounded time until the lines that were logged are written. */
    default void close() {
        pools().close();
    }

    /** Throws what must end the step under way; returns otherwise. */
    default void rethrowFatal(Throwable failure) {}
}
