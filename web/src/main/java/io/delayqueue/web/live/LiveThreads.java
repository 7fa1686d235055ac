package io.delayqueue.web.live;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** All threads there are for watching. They come when needed and go when idle, and are daemons. */
final class LiveThreads implements AutoCloseable {

    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor timer = timer();

    private final ThreadPoolExecutor workers;

    /**
     * Creates it.
     *
     * @param most how many workers there may be
     */
    LiveThreads(int most) {
        workers = new ThreadPoolExecutor(
                0, most, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("live-"));
    }

    /** {@return runs at once what may take its time; refuses what is too much} */
    Executor workers() {
        return workers;
    }

    /** Runs something again and again, on one thread; it must not take long. */
    ScheduledFuture<?> every(Duration interval, Runnable task) {
        return timer.scheduleWithFixedDelay(task, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Interrupts what runs. */
    @Override
    public void close() {
        timer.shutdownNow();
        workers.shutdownNow();
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("live-timer-"));
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "delayqueue-web-" + name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
