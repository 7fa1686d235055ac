package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Runs an engine's work on threads.
 *
 * @param time the time that passes
 * @param pools run callbacks, and what must not wait for them
 * @param outage where an unreachable store is reported
 * @param daemons whether the threads of jobs do not keep the JVM alive
 */
public record ThreadDriver(EngineTime time, Pools pools, Outage outage, boolean daemons) implements Driver {

    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(2);

    @Override
    public JobHandle job(String name, BackgroundJob job) {
        return new JobThread(name, job, outage, daemons);
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
    public boolean await(BooleanSupplier done, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() >= deadline) {
                return false;
            }
            LockSupport.parkNanos(TICK);
        }
        return true;
    }

    @Override
    public AttemptCaller caller(Attempt attempt) {
        return CallbackThread.INSTANCE;
    }
}
