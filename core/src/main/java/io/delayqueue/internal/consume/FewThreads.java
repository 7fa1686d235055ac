package io.delayqueue.internal.consume;

import io.delayqueue.log.Loggers;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;

/**
 * Runs work on a few threads of a pool at once, and never on the calling one. The rest waits for them, or for a thread that the pool
 * cannot provide. Thread-safe.
 */
final class FewThreads implements Executor {

    private static final Logger log = Loggers.of(FewThreads.class);

    private static final int MAX = 4;

    private final Executor pool;

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    private final AtomicInteger threads = new AtomicInteger();

    FewThreads(Executor pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable work) {
        waiting.add(work);
        start();
    }

    /** Takes one more thread if work waits. To be called at intervals, because the pool may have had none. */
    void start() {
        for (int running = threads.get(); running < MAX && !waiting.isEmpty(); running = threads.get()) {
            if (threads.compareAndSet(running, running + 1)) {
                takeThread();
                return;
            }
        }
    }

    private void takeThread() {
        boolean taken = false;
        try {
            pool.execute(this::work);
            taken = true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            log.debug("No thread for {} calls of the application", waiting.size(), e);
        } finally {
            if (!taken) {
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
