package io.delayqueue.web.live.sample;

import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Threads of the samplers and streams: daemons that are started when needed and end when idle. */
public final class LiveThreads implements AutoCloseable {

    private static final Logger log = Loggers.of(LiveThreads.class);

    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor timer = timer();

    private final ThreadPoolExecutor workers;

    /**
     * Creates the threads.
     *
     * @param most the maximum number of workers
     */
    public LiveThreads(int most) {
        workers = new ThreadPoolExecutor(
                0, most, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("live-"));
    }

    /**
     * Runs a task at once, which may block.
     *
     * @param task the task
     * @throws RejectedExecutionException if all threads are busy, or after the close
     */
    public void run(Runnable task) {
        workers.execute(task);
    }

    /**
     * Runs a task repeatedly on the timer's thread, also after a failure.
     *
     * @param delay the time until its first start
     * @param interval the time between its end and its next start
     * @param task the task, which must not block
     * @return cancels it
     */
    public ScheduledFuture<?> every(Duration delay, Duration interval, Runnable task) {
        Runnable guarded = () -> {
            try {
                task.run();
            } catch (Throwable e) {
                // The timer would not run it again.
                log.warn("Streams could not be served", e);
            }
        };
        return timer.scheduleWithFixedDelay(guarded, delay.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Interrupts running tasks. */
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
        CustomizableThreadFactory factory = new CustomizableThreadFactory("delayqueue-web-" + name);
        factory.setDaemon(true);
        return factory;
    }
}
