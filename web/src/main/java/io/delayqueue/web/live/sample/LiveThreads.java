package io.delayqueue.web.live.sample;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Holds all threads that watching takes. They are started when needed and end when idle, and are daemons. */
public final class LiveThreads implements AutoCloseable {

    private static final Logger log = Loggers.of(LiveThreads.class);

    private static final long IDLE_SECONDS = 10;

    /** How many calls of stores that hang may be under way at once, beside the samplers'. */
    private static final int MAX_QUESTIONS = 4;

    private final ScheduledThreadPoolExecutor timer = timer();

    private final ThreadPoolExecutor workers;

    private final Semaphore free = new Semaphore(MAX_QUESTIONS);

    /**
     * Creates it.
     *
     * @param most how many workers there may be
     */
    public LiveThreads(int most) {
        workers = new ThreadPoolExecutor(
                0, most, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("live-"));
    }

    /**
     * Runs a task at once, which may take its time.
     *
     * @param task the task
     * @throws RejectedExecutionException if there are as many threads as there may be, or all has been closed
     */
    public void run(Runnable task) {
        workers.execute(task);
    }

    /**
     * Asks a store that may hang, and waits.
     *
     * @param <T> the type of the answer
     * @param question makes the calls
     * @param atMost how long to wait
     * @return the answer
     * @throws TaskStoreUnavailableException if it does not answer in time, or has not answered earlier questions
     * @throws DelayQueueException as the question does
     */
    public <T> T ask(Supplier<T> question, Duration atMost) {
        if (!free.tryAcquire()) {
            throw new TaskStoreUnavailableException("The store has not answered earlier questions", null);
        }
        try {
            return begin(question).get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new TaskStoreUnavailableException("The store did not answer within " + atMost.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskStoreUnavailableException("Interrupted while asking the store", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof DelayQueueException known
                    ? known
                    : new TaskStoreException(String.valueOf(e.getCause()), e);
        }
    }

    private <T> CompletableFuture<T> begin(Supplier<T> question) {
        try {
            return CompletableFuture.supplyAsync(question, workers).whenComplete((answer, failure) -> free.release());
        } catch (RejectedExecutionException e) {
            free.release();
            throw new TaskStoreUnavailableException("There is no thread to ask the store with", e);
        }
    }

    /**
     * Runs a task later, on the timer's thread; drops it if all is closed.
     *
     * @param delay how much later
     * @param task the task, which must not block
     */
    public void after(Duration delay, Runnable task) {
        try {
            timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // Closed: no call follows either.
        }
    }

    /**
     * Runs a task again and again, on the timer's thread, also after it has failed.
     *
     * @param interval the time between its end and its next start
     * @param task the task, which must not block
     * @return cancels it
     */
    public ScheduledFuture<?> every(Duration interval, Runnable task) {
        Runnable guarded = () -> {
            try {
                task.run();
            } catch (Throwable e) {
                // The timer would not run it again.
                log.warn("Streams could not be served", e);
            }
        };
        return timer.scheduleWithFixedDelay(guarded, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
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
        CustomizableThreadFactory factory = new CustomizableThreadFactory("delayqueue-web-" + name);
        factory.setDaemon(true);
        return factory;
    }
}
