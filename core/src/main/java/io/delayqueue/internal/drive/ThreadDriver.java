package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;

/**
 * Runs an engine's work on threads.
 *
 * @param time the time that passes
 * @param pools run callbacks, and what must not wait for them
 */
public record ThreadDriver(EngineTime time, Pools pools) implements Driver {

    @Override
    public FetchPolicy fetch(TopicName topic, int concurrency) {
        return new Prefetch(concurrency);
    }

    @Override
    public AttemptCaller caller(Attempt attempt) {
        return new CallbackThread(Thread.currentThread());
    }
}
