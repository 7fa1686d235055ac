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

    private final int turns;

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    private final AtomicInteger threads = new AtomicInteger();

    public FewThreads(Executor pool, int max) {
        this(pool, max, Integer.MAX_VALUE);
    }

    /**
     * Creates an executor on a pool whose threads others want too.
     *
     * @param turns how much work a thread does before it lets others of the pool have theirs done
     */
    public FewThreads(Executor pool, int max, int turns) {
        this.pool = pool;
        this.max = max;
        this.turns = turns;
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
                if (begun.compareAndSet(false, true)) {
                    work();
                }
            });
            taken = true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The work waits for a running thread, or for the next start.
        } finally {
            // A pool may run the work on the calling thread, where the work may fail.
            if (!taken && begun.compareAndSet(false, true)) {
                threads.decrementAndGet();
            }
        }
    }

    private void work() {
        try {
            Runnable next;
            for (int done = 0; done < turns && (next = waiting.poll()) != null; done++) {
                next.run();
            }
        } finally {
            threads.decrementAndGet();
            // Work that is left, or was added by a thread that saw enough others.
            start();
        }
    }
}
