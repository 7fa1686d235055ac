package io.delayqueue.internal.step;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.FetchPolicy;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.drive.Pools;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs an engine's work on the thread that moves the time. A topic's task is reserved only with a permit, which is good for one; its callback is
 * called when the reservation is done, within a callback that lets time pass if there is one.
 */
public final class ManualDriver implements Driver {

    private final EngineTime time;

    private final Function<Attempt, AttemptCaller> callers;

    private final Pools pools = new Pools(this::later, false, Runnable::run);

    /** The workers that are to run. */
    private final Queue<Runnable> workers = new ArrayDeque<>();

    /** Have workers end asynchronous attempts; any thread adds one. */
    private final Queue<Runnable> ends = new ConcurrentLinkedQueue<>();

    /** The topic of which a task may be reserved. */
    private @Nullable TopicName permit;

    public ManualDriver(EngineTime time, Function<Attempt, AttemptCaller> callers) {
        this.time = time;
        this.callers = callers;
    }

    @Override
    public EngineTime time() {
        return time;
    }

    @Override
    public JobHandle job(String name, BackgroundJob job) {
        throw new UnsupportedOperationException("Whoever steps the engine does what its jobs do");
    }

    @Override
    public Pools pools() {
        return pools;
    }

    /** Not while the task is being reserved, for its topic is locked then. */
    private void later(Runnable worker) {
        permit = null;
        workers.add(worker);
    }

    @Override
    public void resume(Runnable end) {
        ends.add(end);
    }

    boolean hasEnds() {
        return !ends.isEmpty();
    }

    /** Runs the ends of asynchronous attempts, and the workers that have a task; returns whether there was one. */
    boolean work() {
        boolean any = false;
        for (Runnable next = next(); next != null; next = next()) {
            any = true;
            next.run();
        }
        return any;
    }

    private @Nullable Runnable next() {
        Runnable end = ends.poll();
        return end == null ? workers.poll() : end;
    }

    /** Permits one task of a topic to be reserved within a step. */
    <T> T permitting(TopicName topic, Supplier<T> step) {
        permit = topic;
        try {
            return step.get();
        } finally {
            permit = null;
        }
    }

    @Override
    public FetchPolicy fetch(TopicName topic, int concurrency) {
        return new FetchPolicy() {
            @Override
            public int room(int held, boolean ahead) {
                return isWorthACall(held, ahead) ? 1 : 0;
            }

            @Override
            public boolean isWorthACall(int held, boolean ahead) {
                return topic.equals(permit) && held < concurrency;
            }
        };
    }

    @Override
    public AttemptCaller caller(Attempt attempt) {
        return callers.apply(attempt);
    }

    /** A step that has ended halfway must not go on. */
    @Override
    public void rethrowFatal(Throwable failure) {
        if (failure instanceof VirtualMachineError error) {
            throw error;
        }
    }
}
