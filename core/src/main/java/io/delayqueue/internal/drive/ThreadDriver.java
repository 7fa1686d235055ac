package io.delayqueue.internal.drive;

import io.delayqueue.log.Loggers;
import io.delayqueue.log.Loggers.EngineLog;
import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;

/** Runs an engine's work on threads. */
public class ThreadDriver implements Driver {

    private static final Logger log = Loggers.of(ThreadDriver.class);

    private static final int FEW_CALLS = 4;

    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(2);

    /** How long a stop waits for the lines of a log that is slow. */
    private static final Duration WRITING = Duration.ofSeconds(3);

    private static final long BETWEEN_STARTS = TimeUnit.SECONDS.toNanos(1);

    private final Backend backend;

    private final EngineTime time;

    private final Pools pools;

    private final Outage outage;

    private final EngineLog lines;

    private final boolean daemons;

    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

    /** By node of the store: a node that hangs holds up the groups that it has, and no others. */
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

    private final AtomicInteger groupJobs = new AtomicInteger();

    private final AtomicInteger laneThreads = new AtomicInteger();

    /** The jobs that have started and not ended. */
    private final Set<LaneJob> jobs = ConcurrentHashMap.newKeySet();

    private volatile long startedDeadAt = System.nanoTime();

    /**
     * Creates the driver.
     *
     * @param backend says where groups are, and how many calls a node takes at once
     * @param time the time that passes
     * @param pools run callbacks, and what must not wait for them
     * @param outage where an unreachable store is reported
     * @param lines writes the lines that jobs log
     * @param daemons whether the threads of jobs do not keep the JVM alive
     */
    public ThreadDriver(
            Backend backend, EngineTime time, Pools pools, Outage outage, EngineLog lines, boolean daemons) {
        this.backend = backend;
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
        Lane own = new Lane(outage, 1, threads(() -> name), pools.helpersOrHere());
        return new LaneJob(name, job, this, () -> own, true);
    }

    @Override
    public JobHandle groupJob(String group, String name, BackgroundJob job) {
        int number = groupJobs.incrementAndGet();
        lanes.values().forEach(lane -> lane.fit(number));
        return new LaneJob(name, job, this, () -> lane(group), false);
    }

    @Override
    public JobHandle nodeJob(String node, String name, BackgroundJob job) {
        return new LaneJob(name, job, this, () -> laneOf(node), false);
    }

    private Lane lane(String group) {
        return laneOf(backend.node(group));
    }

    private Lane laneOf(String address) {
        return lanes.computeIfAbsent(address, node -> {
            int maxCalls = backend.maxCalls();
            if (maxCalls < FEW_CALLS) {
                log.warn(
                        "The client of the store at {} has {} connections for commands. The pushes and the acknowledgements of"
                                + " all groups use half of them at most, so they wait for each other; give the client at least {}",
                        node,
                        maxCalls,
                        FEW_CALLS);
            }
            Lane lane = new Lane(
                    outage.of(node),
                    Lane.threads(maxCalls),
                    threads(() -> "lane-" + laneThreads.incrementAndGet()),
                    pools.helpersOrHere());
            lane.fit(groupJobs.get());
            return lane;
        });
    }

    /** Any thread of the application may have a thread made, which inherits nothing from that one. */
    private ThreadFactory threads(Supplier<String> name) {
        return work -> {
            Thread thread = new Thread(null, lines.of(work), "delayqueue-" + name.get(), 0, false);
            thread.setDaemon(daemons);
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    @Override
    public Executor calls(String group) {
        return call -> lane(group).calls.execute(call);
    }

    @Override
    public Executor renewals(String group) {
        return renewal -> lane(group).renewals.execute(renewal);
    }

    void started(LaneJob job) {
        jobs.add(job);
    }

    void ended(LaneJob job) {
        jobs.remove(job);
    }

    /** Starts jobs again whose next run could not be scheduled. Each job calls this after each run. */
    void startDead() {
        long now = System.nanoTime();
        if (now - startedDeadAt > BETWEEN_STARTS) {
            startedDeadAt = now;
            jobs.forEach(job -> {
                try {
                    job.start();
                } catch (Throwable e) {
                    // There is no memory for it yet. The status shows that the job does not go on.
                }
            });
        }
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
        lanes.values().forEach(Lane::rest);
        await(lines::isWritten, WRITING);
    }
}
