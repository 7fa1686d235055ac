package io.delayqueue.internal.drive;

import io.delayqueue.log.Loggers.EngineLog;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs an engine's work on threads. */
public final class ThreadDriver implements Driver {

    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(2);

    /** How long a stop waits for the lines of a log that is slow. */
    private static final Duration WRITING = Duration.ofSeconds(3);

    private final EngineTime time;

    private final Pools pools;

    final Outage outage;

    private final EngineLog lines;

    final boolean daemons;

    /** The jobs that have started and not ended. */
    private final CopyOnWriteArrayList<JobThread> jobs = new CopyOnWriteArrayList<>();

    /**
     * Creates the driver.
     *
     * @param time the time that passes
     * @param pools run callbacks, and what must not wait for them
     * @param outage where an unreachable store is reported
     * @param lines writes the lines that jobs log
     * @param daemons whether the threads of jobs do not keep the JVM alive
     */
    public ThreadDriver(EngineTime time, Pools pools, Outage outage, EngineLog lines, boolean daemons) {
        this.time = time;
        this.pools = pools;
        this.outage = outage;
        this.lines = lines;
        this.daemons = daemons;
    }

    @Override
    public EngineTime time() {
        return time;
    }

    @Override
    public Pools pools() {
        return pools;
    }

    @Override
    public JobHandle job(String name, BackgroundJob job) {
        return new JobThread(name, job, this, lines::of);
    }

    void started(JobThread job) {
        jobs.addIfAbsent(job);
    }

    void ended(JobThread job) {
        jobs.remove(job);
    }

    /** Starts jobs again whose threads have died. Throws nothing; each job calls this after each run. Allocates nothing but threads. */
    void startDead() {
        jobs.forEach(job -> {
            try {
                job.start();
            } catch (Throwable e) {
                // There is no memory for a thread yet. The status shows that the job does not go on.
            }
        });
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
    public AttemptCaller caller(AttemptedTask attempt) {
        return AttemptCaller.ON_THREADS;
    }

    @Override
    public void close() {
        pools.close();
        await(lines::isWritten, WRITING);
    }
}
