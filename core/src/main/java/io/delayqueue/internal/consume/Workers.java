package io.delayqueue.internal.consume;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.log.Loggers;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Threads that run the tasks of one topic: each runs tasks until there are none, and then leaves. A worker whose task continues
 * without a thread leaves too, and counts as working until another thread has ended that task.
 */
final class Workers {

    private static final Logger log = Loggers.of(Workers.class);

    private final LogRateLimiter refused = new LogRateLimiter();

    private final int concurrency;

    private final Driver driver;

    private final Pools pools;

    private final Predicate<TaskExecution> body;

    private final Predicate<TaskExecution> end;

    /** Tasks whose work has ended without a worker. */
    private final Queue<TaskExecution> ending = new ConcurrentLinkedQueue<>();

    private final Queue<TaskExecution> waiting = new ConcurrentLinkedQueue<>();

    /** Tasks that wait here or run. */
    private final AtomicInteger held = new AtomicInteger();

    /** Size of the waiting tasks. */
    private final AtomicLong waitingBytes = new AtomicLong();

    /** Workers, and tasks whose work goes on without one. */
    private final AtomicInteger working = new AtomicInteger();

    /** Starts that a helper has not handled. */
    private final AtomicInteger starts = new AtomicInteger();

    /**
     * Creates the workers without starting a thread.
     *
     * @param concurrency the maximum number of threads
     * @param driver runs each worker at once on a thread of its own, or, if foreign, when they have one
     * @param body runs a task that may still begin; false if its worker must leave, for it has been {@linkplain #replace replaced}
     *     meanwhile, or the task's work goes on without it
     * @param end ends a task whose work went on without a worker; false as for {@code body}
     */
    Workers(int concurrency, Driver driver, Predicate<TaskExecution> body, Predicate<TaskExecution> end) {
        this.concurrency = concurrency;
        this.driver = driver;
        this.pools = driver.pools();
        this.body = body;
        this.end = end;
    }

    int concurrency() {
        return concurrency;
    }

    int held() {
        return held.get();
    }

    /** Number of tasks that wait for a worker. */
    int waiting() {
        return waiting.size();
    }

    /** Size of the details of waiting tasks in bytes. */
    long waitingBytes() {
        return waitingBytes.get();
    }

    void add(TaskExecution execution) {
        held.incrementAndGet();
        waitingBytes.addAndGet(execution.bytes());
        boolean added = false;
        try {
            added = waiting.add(execution);
        } finally {
            if (!added) {
                waitingBytes.addAndGet(-execution.bytes());
                release();
            }
        }
    }

    private @Nullable TaskExecution poll() {
        TaskExecution execution = waiting.poll();
        if (execution != null) {
            waitingBytes.addAndGet(-execution.bytes());
        }
        return execution;
    }

    /**
     * Starts as many threads as there is work for, without blocking: an executor that blocks its callers blocks a helper only,
     * and never one of its own threads, for which it might wait.
     */
    void start() {
        if (!pools.foreign()) {
            takeThreads();
        } else if (wantsThread(working.get()) && starts.getAndIncrement() == 0) {
            try {
                pools.helpers().execute(this::takeThreadsHere);
            } catch (Throwable e) {
                starts.set(0);
                noThread(e);
                if (!ending.isEmpty()) {
                    // Whoever added one meanwhile relied on this start.
                    startEnds();
                }
            }
        }
    }

    /** Also handles starts of other callers at the same time. */
    private void takeThreadsHere() {
        int seen = 1;
        try {
            while (seen != 0) {
                takeThreadsForEnds(seen);
                takeThreads();
                seen = starts.addAndGet(-seen);
            }
        } finally {
            if (seen != 0) {
                starts.set(0);
            }
        }
    }

    private boolean wantsThread(int running) {
        return !waiting.isEmpty() && running < Math.min(concurrency, held.get());
    }

    private void takeThreads() {
        for (int running = working.get(); wantsThread(running); running = working.get()) {
            if (working.compareAndSet(running, running + 1)) {
                try {
                    pools.workers().execute(this::work);
                } catch (Throwable e) {
                    working.decrementAndGet();
                    noThread(e);
                    return;
                }
            }
        }
    }

    /** At most one for each that has ended, for interceptors may wait; none when those that have begun have ended all. */
    private void takeThreadsForEnds(int most) {
        for (int taken = 0; taken < most && !ending.isEmpty(); taken++) {
            try {
                pools.workers().execute(() -> workOnEnds(true));
            } catch (Throwable e) {
                driver.rethrowFatal(e);
                // An end must not wait for the next task. That one may: callbacks run on the executor and nowhere else.
                pools.helpersOrHere().execute(() -> workOnEnds(false));
            }
        }
    }

    private void noThread(Throwable e) {
        driver.rethrowFatal(e);
        if (!refused.tryAcquire()) {
            return;
        }
        if (e instanceof RejectedExecutionException) {
            // The application's executor is full. The tasks are given back if this lasts.
            log.warn("The executor accepts no more callbacks; logged at most once a minute", e);
        } else {
            // No thread is available. Running workers take the tasks; without any, the next start retries.
            log.error("No thread for a callback, {} work; logged at most once a minute", working.get(), e);
        }
    }

    private void work() {
        TaskExecution execution = null;
        boolean stays = true;
        try {
            while (stays && (execution = poll()) != null) {
                stays = body.test(execution);
            }
        } finally {
            if (stays && (execution == null || !execution.isReplaced())) {
                leave();
            }
        }
    }

    private void leave() {
        working.decrementAndGet();
        // Whoever added a task while this worker was leaving saw enough of them.
        start();
    }

    /**
     * Has a worker end a task whose work went on without one, and go on with others. Called by the application's threads: no worker
     * inherits from them, and none of them waits for an executor.
     */
    void resume(TaskExecution execution) {
        ending.add(execution);
        startEnds();
    }

    private void startEnds() {
        if (starts.getAndIncrement() != 0) {
            return;
        }
        boolean taken = false;
        try {
            driver.resume(this::takeThreadsHere);
            taken = true;
        } finally {
            if (!taken) {
                starts.set(0);
            }
        }
    }

    /** Each task that has ended still counts as a worker, which the calling thread becomes after the last. */
    private void workOnEnds(boolean goesOn) {
        TaskExecution execution = ending.poll();
        while (execution != null) {
            boolean stays = ends(execution);
            execution = ending.poll();
            if (stays && execution == null && goesOn) {
                work();
            } else if (stays) {
                leave();
            }
        }
    }

    private boolean ends(TaskExecution execution) {
        boolean known = false;
        try {
            boolean stays = end.test(execution);
            known = true;
            return stays;
        } finally {
            if (!known) {
                if (!execution.isReplaced()) {
                    leave();
                }
                startEnds();
            }
        }
    }

    /** Records that a task no longer waits or runs here. */
    void release() {
        held.decrementAndGet();
    }

    /** Records that a worker is abandoned: another one may replace it. */
    void replace() {
        working.decrementAndGet();
        release();
        start();
    }

    @Nullable
    TaskExecution longestWaiting() {
        return waiting.peek();
    }

    /**
     * Removes tasks that no worker has begun, one at a time: if memory runs out, the others still wait.
     *
     * @param giveBack ends a removed task
     */
    void takeBack(Consumer<TaskExecution> giveBack) {
        for (TaskExecution execution = poll(); execution != null; execution = poll()) {
            if (execution.giveBack()) {
                release();
                giveBack.accept(execution);
            }
        }
    }
}
