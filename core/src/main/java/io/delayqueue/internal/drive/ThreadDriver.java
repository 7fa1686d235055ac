package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;

/**
 * Runs an engine's work on threads.
 *
 * @param time the time that passes
 * @param pools run callbacks, and what must not wait for them
 * @param outage where an unreachable store is reported
 */
public record ThreadDriver(EngineTime time, Pools pools, Outage outage) implements Driver {

    @Override
    public JobHandle job(String name, BackgroundJob job) {
        return new JobThread(name, job, outage);
    }

    @Override
    public FetchPolicy fetch(TopicName topic, int concurrency) {
        return new Prefetch(concurrency);
    }

    /** Not on the calling thread, which is the application's, unless there is no other to be had. */
    @Override
    public void resume(Runnable ends) {
        pools.helpersOrHere().execute(ends);
    }

    @Override
    public AttemptCaller caller(Attempt attempt) {
        return new CallbackThread(Thread.currentThread());
    }
}
