package io.delayqueue.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that run one topic's tasks: each takes the next task until there is none, then leaves. */
final class Workers {

    private static final Logger log = LoggerFactory.getLogger(Workers.class);

    private final OncePerMinute refused = new OncePerMinute();

    private final int concurrency;

    private final Executor pool;

    private final Predicate<TaskRun> body;

    private final Queue<TaskRun> waiting = new ConcurrentLinkedQueue<>();

    /** Tasks that wait here or run. */
    private final AtomicInteger held = new AtomicInteger();

    private final AtomicInteger working = new AtomicInteger();

    /**
     * Creates the workers; no thread is taken yet.
     *
     * @param concurrency how many threads at most
     * @param pool runs each worker at once on a thread of its own
     * @param body runs a task; false if its worker has been {@linkplain #replace replaced} meanwhile and must leave
     */
    Workers(int concurrency, Executor pool, Predicate<TaskRun> body) {
        this.concurrency = concurrency;
        this.pool = pool;
        this.body = body;
    }

    int concurrency() {
        return concurrency;
    }

    int held() {
        return held.get();
    }

    /** How many tasks wait for a worker. */
    int waiting() {
        return waiting.size();
    }

    void add(TaskRun run) {
        held.incrementAndGet();
        waiting.add(run);
    }

    /** Takes as many threads as there is work for. */
    void start() {
        while (!waiting.isEmpty()) {
            int running = working.get();
            if (running >= Math.min(concurrency, held.get())) {
                return;
            }
            if (working.compareAndSet(running, running + 1)) {
                try {
                    pool.execute(this::work);
                } catch (RejectedExecutionException e) {
                    // The application's executor is full. The tasks are given back if this lasts.
                    working.decrementAndGet();
                    if (refused.isMine()) {
                        log.warn("The executor takes no callback more; this is said once a minute", e);
                    }
                    return;
                } catch (Throwable e) {
                    // No thread to be had. Those that work take the tasks; without any, the next start tries again.
                    working.decrementAndGet();
                    if (refused.isMine()) {
                        log.error("No thread for a callback, {} work; this is said once a minute", working.get(), e);
                    }
                    return;
                }
            }
        }
    }

    private void work() {
        boolean replaced = false;
        try {
            TaskRun run;
            while (!replaced && (run = waiting.poll()) != null) {
                replaced = run.begin() && !body.test(run);
            }
        } finally {
            if (!replaced) {
                working.decrementAndGet();
                // Whoever added a task while this worker was leaving saw enough of them.
                start();
            }
        }
    }

    /** A task does not wait or run here any more. */
    void release() {
        held.decrementAndGet();
    }

    /** A worker is given up: another may take its place. */
    void replace() {
        working.decrementAndGet();
        release();
        start();
    }

    @Nullable
    TaskRun longestWaiting() {
        return waiting.peek();
    }

    /** Takes back what no worker has begun. */
    List<TaskRun> takeBack() {
        List<TaskRun> unstarted = new ArrayList<>();
        for (TaskRun run = waiting.poll(); run != null; run = waiting.poll()) {
            if (run.giveBack()) {
                release();
                unstarted.add(run);
            }
        }
        return unstarted;
    }
}
