package io.delayqueue.internal.drive;

import io.delayqueue.log.Loggers.EngineLog;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Creates pools whose threads start when needed and end when idle. */
public final class Threads {

    private static final long IDLE_SECONDS = 10;

    private static final int MAX_LINES = 10_000;

    private Threads() {}

    /** A thread of an engine's pools. Any thread of the application may have it made, and it inherits nothing from that one. */
    private static final class Own extends Thread {
        Own(Runnable task, String name, @Nullable ClassLoader loader) {
            super(null, task, name, 0, false);
            setDaemon(true);
            setPriority(NORM_PRIORITY);
            setContextClassLoader(loader);
        }
    }

    /** Whether the calling thread belongs to an engine's pools. */
    public static boolean isOwn() {
        return Thread.currentThread() instanceof Own;
    }

    /** Runs tasks in a pool, or on the calling thread if the pool is closed or no thread is available. */
    public static Executor orHere(Executor pool) {
        return task -> {
            try {
                pool.execute(task);
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                task.run();
            }
        };
    }

    public static void start(String name, Runnable task) {
        new Thread(task, "delayqueue-" + name).start();
    }

    /** Waits for the running tasks of a pool, at most for a time, and ends it. */
    public static void finish(ExecutorService pool, Duration atMost) {
        pool.shutdown();
        try {
            pool.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Creates a pool without a limit: its callers limit the concurrent tasks. Its threads are daemons. */
    public static ExecutorService pool(String name, EngineLog lines) {
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons(name, lines::of));
    }

    /** Creates the log of an engine. */
    public static EngineLog log() {
        return new EngineLog(bounded("log", 1, MAX_LINES, UnaryOperator.identity()));
    }

    /**
     * Creates a pool with a maximum number of threads, which rejects tasks if too many are queued. Its threads are daemons.
     *
     * @param around surrounds each task
     */
    public static ExecutorService bounded(String name, int threads, int waiting, UnaryOperator<Runnable> around) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(waiting),
                daemons(name, around));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory daemons(String name, UnaryOperator<Runnable> around) {
        AtomicInteger number = new AtomicInteger();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> new Own(around.apply(task), "delayqueue-" + name + "-" + number.incrementAndGet(), loader);
    }
}
