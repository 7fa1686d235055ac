package io.delayqueue.internal.drive;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs work on a few threads of a pool at once, in the order of its arrival. The rest waits for them, or for a thread that the pool
 * cannot provide. Thread-safe.
 */
public final class FewThreads implements Executor {

    private final Executor pool;

    private final int max;

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    private final AtomicInteger threads = new AtomicInteger();

    public FewThreads(Executor pool, int max) {
        this.pool = pool;
        this.max = max;
    }

    /** Whether no work waits or runs. */
    public boolean isIdle() {
        return waiting.isEmpty() && threads.get() == 0;
    }

    @Override
    public void execute(Runnable work) {
        waiting.add(work);
        start();
    }

    /** Takes one more thread if work waits. To be called at intervals, because the pool may have had none. */
    public void start() {
        for (int running = threads.get(); running < max && !waiting.isEmpty(); running = threads.get()) {
            if (threads.compareAndSet(running, running + 1)) {
                takeThread();
                return;
            }
        }
    }

    private void takeThread() {
        AtomicBoolean begun = new AtomicBoolean();
        boolean taken = false;
        try {
            pool.execute(() -> {
                begun.set(true);
                work();
            });
            taken = true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The work waits for a running thread, or for the next start.
        } finally {
            // A pool may run the work on the calling thread, where the work may fail.
            if (!taken && !begun.get()) {
                threads.decrementAndGet();
            }
        }
    }

    private void work() {
        try {
            for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                next.run();
            }
        } finally {
            threads.decrementAndGet();
            // Work that was added meanwhile may have seen enough threads.
            start();
        }
    }
}
