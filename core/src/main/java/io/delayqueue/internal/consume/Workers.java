package io.delayqueue.internal.consume;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.run.Attempt;
import io.delayqueue.log.Loggers;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Threads that run the tasks of one topic: each runs tasks until there are none, and then leaves. A worker whose task continues
 * without a thread leaves too, and counts as working until another thread, which ends that task, becomes that worker. So that fast
 * callbacks do not wait for round trips, some tasks wait here: as many as probably start within a few milliseconds, and none while
 * callbacks are slow, because a waiting task could run in another instance. A piece of a batch is one task here.
 */
final class Workers {

    private static final Logger log = Loggers.of(Workers.class);

    /** Maximum number of tasks that wait for a worker ahead of time. */
    private static final int MAX_AHEAD = 256;

    /** How many bytes of tasks may wait for a worker before no more are reserved than can run. */
    private static final long MAX_WAITING_BYTES = 1 << 20;

    /** Time within which a task that waits ahead of time probably starts. */
    private static final double BUDGET = TimeUnit.MILLISECONDS.toNanos(20);

    private static final double WEIGHT = 0.1;

    private static final double MIN_AVERAGE = TimeUnit.MICROSECONDS.toNanos(1);

    private final LogRateLimiter refused = new LogRateLimiter();

    private final int concurrency;

    private final Driver driver;

    private final Pools pools;

    private final Predicate<Attempt> body;

    private final Queue<Attempt> waiting = new ConcurrentLinkedQueue<>();

    /** Tasks that wait here or run. */
    private final AtomicInteger held = new AtomicInteger();

    /** Size of the details of the waiting tasks in bytes. */
    private final AtomicLong waitingBytes = new AtomicLong();

    /** Average duration of callbacks. Races between writers lose single samples only. */
    private volatile double average = BUDGET;

    /** Workers, and tasks whose work continues without one. */
    private final AtomicInteger working = new AtomicInteger();

    /** Whether no task is to wait for a worker, because the topic has limits: a task that waits takes a place from other instances. */
    private volatile boolean limited;

    /** When a callback ended or was abandoned last, or a slot was seen free. */
    private volatile long slotFreedAt;

    /** Starts threads for the callers of a foreign executor, which may block. */
    private final FewThreads starts;

    /**
     * Creates the workers without starting a thread.
     *
     * @param concurrency the maximum number of threads
     * @param driver runs each worker at once on a thread of its own, or, if foreign, when they have one
     * @param body runs a task that may still begin; false if its worker must leave, for it has been {@linkplain #replace replaced}
     *     meanwhile, or the task's work continues without it
     */
    Workers(int concurrency, Driver driver, Predicate<Attempt> body) {
        this.concurrency = concurrency;
        this.driver = driver;
        this.pools = driver.pools();
        this.body = body;
        this.starts = new FewThreads(pools.helpers(), 1);
        this.slotFreedAt = driver.time().now();
    }

    int held() {
        return held.get();
    }

    /** Number of tasks that wait for a worker. */
    int waiting() {
        return waiting.size();
    }

    /** Number of slots that are busy. */
    int running() {
        return Math.min(concurrency, Math.max(0, held.get() - waiting.size()));
    }

    void slotFreed(long now) {
        slotFreedAt = now;
    }

    long slotFreedAt(long now) {
        if (running() < concurrency) {
            slotFreedAt = now;
        }
        return slotFreedAt;
    }

    /** How many tasks could be taken beside those that wait or run here; not positive if there are enough. */
    int room() {
        return concurrency + ahead() - held.get();
    }

    /** Whether there is so much room that it is worth a call of the store. */
    boolean wantMore() {
        return held.get() < concurrency + ahead() / 2;
    }

    /** Says whether the topic has limits. */
    void limited(boolean now) {
        limited = now;
    }

    private int ahead() {
        if (limited || driver.time().moved() || waitingBytes.get() >= MAX_WAITING_BYTES) {
            return 0;
        }
        double ahead = concurrency * BUDGET / Math.max(average, MIN_AVERAGE) - concurrency;
        return (int) Math.max(0, Math.min(MAX_AHEAD, ahead));
    }

    /** Records the duration of a callback. */
    void ran(long nanos) {
        average += WEIGHT * (Math.min(nanos, 10 * BUDGET) - average);
    }

    /** Records that tasks have waited too long for callbacks that used to be fast. */
    void stalled() {
        average = 10 * BUDGET;
    }

    void add(Attempt attempt) {
        held.incrementAndGet();
        waitingBytes.addAndGet(attempt.first().bytes());
        try {
            waiting.add(attempt);
        } catch (Throwable e) {
            waitingBytes.addAndGet(-attempt.first().bytes());
            release();
            throw e;
        }
    }

    private @Nullable Attempt poll() {
        Attempt attempt = waiting.poll();
        if (attempt != null) {
            waitingBytes.addAndGet(-attempt.first().bytes());
        }
        return attempt;
    }

    /**
     * Starts as many threads as there is work for, without blocking: an executor that blocks its callers blocks a helper only,
     * and never one of its own threads, for which it might wait.
     */
    void start() {
        if (!pools.foreign()) {
            takeThreads();
        } else if (wantsThread(working.get())) {
            starts.execute(this::takeThreads);
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
                    driver.rethrowFatal(e);
                    if (refused.tryAcquire()) {
                        // Running workers take the tasks; without any, the next start retries. The tasks are given
                        // back if an executor of the application stays full.
                        log.atLevel(e instanceof RejectedExecutionException ? Level.WARN : Level.ERROR)
                                .setCause(e)
                                .log("No thread for a callback, {} work; logged at most once a minute", running);
                    }
                    return;
                }
            }
        }
    }

    /** Makes the calling thread, which counts as a worker, run tasks. */
    void work() {
        Attempt attempt = null;
        boolean stays = true;
        try {
            while (stays && (attempt = poll()) != null) {
                stays = body.test(attempt);
            }
        } finally {
            if (stays && (attempt == null || !attempt.isReplaced())) {
                leave();
            }
        }
    }

    /** Records that a worker leaves. */
    void leave() {
        working.decrementAndGet();
        // Whoever added a task while this worker was leaving saw enough of them.
        start();
    }

    /** Records that a task no longer waits or runs here. */
    void release() {
        held.decrementAndGet();
    }

    /** Records that a worker is abandoned: another one may replace it. */
    void replace() {
        release();
        leave();
    }

    @Nullable
    Attempt longestWaiting() {
        return waiting.peek();
    }

    /**
     * Removes tasks that no worker has begun, one at a time: if memory runs out, the others still wait.
     *
     * @param giveBack ends a removed task and {@linkplain #release releases} its slot, unless the task has ended
     */
    void takeBack(Consumer<Attempt> giveBack) {
        for (Attempt attempt = poll(); attempt != null; attempt = poll()) {
            giveBack.accept(attempt);
        }
    }
}
