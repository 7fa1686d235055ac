package io.delayqueue.web.live.sample;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.concurrent.CancellationException;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Threads of the samplers and streams: daemons that are started when needed and end when idle. */
public final class LiveThreads implements AutoCloseable {

    private static final Logger log = Loggers.of(LiveThreads.class);

    private static final long IDLE_SECONDS = 10;

    /** Maximum number of pending calls to hanging stores, besides those of samplers. */
    private static final int MAX_QUESTIONS = 4;

    private final ScheduledThreadPoolExecutor timer = timer();

    private final ThreadPoolExecutor workers;

    private final Semaphore free = new Semaphore(MAX_QUESTIONS);

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
     * Calls a store that may hang, and waits for the result.
     *
     * @param <T> the type of the result
     * @param question makes the calls
     * @param atMost the maximum time to wait
     * @return the result
     * @throws TaskStoreUnavailableException if it does not answer in time, or has not answered earlier calls
     * @throws DelayQueueException from the call
     */
    public <T> T ask(Supplier<T> question, Duration atMost) {
        if (!free.tryAcquire()) {
            throw new TaskStoreUnavailableException("Redis has not answered earlier calls", null);
        }
        return await(begin(question), atMost);
    }

    /**
     * Waits for the answer of a store.
     *
     * @param <T> the type of the result
     * @param answer the answer; cancelled if the store does not answer
     * @param atMost the maximum time to wait
     * @return the result
     * @throws TaskStoreUnavailableException if the store does not answer, or not in time
     * @throws DelayQueueException from the call
     */
    public <T> T await(CompletableFuture<T> answer, Duration atMost) {
        try {
            return answer.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new TaskStoreUnavailableException("Redis did not answer within " + atMost.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskStoreUnavailableException("Interrupted while calling the store", e);
        } catch (ExecutionException e) {
            throw failure(e.getCause(), e);
        }
    }

    private static DelayQueueException failure(@Nullable Throwable cause, ExecutionException e) {
        if (cause instanceof DelayQueueException known) {
            return known;
        }
        return cause instanceof CancellationException
                ? new TaskStoreUnavailableException("Redis does not answer", e)
                : new TaskStoreException(String.valueOf(cause), e);
    }

    private <T> CompletableFuture<T> begin(Supplier<T> question) {
        try {
            return CompletableFuture.supplyAsync(() -> askAndRelease(question), workers);
        } catch (RejectedExecutionException e) {
            free.release();
            throw new TaskStoreUnavailableException("There is no free thread for a call of the store", e);
        } catch (Throwable e) {
            // Not asked if no thread could be created.
            free.release();
            throw e;
        }
    }

    /** Releases here and not when the future completes, for which memory may be missing. */
    private <T> T askAndRelease(Supplier<T> question) {
        try {
            return question.get();
        } finally {
            free.release();
        }
    }

    /**
     * Runs a task later, on the timer's thread; ignores it after the close.
     *
     * @param delay the delay
     * @param task the task, which must not block
     */
    public void after(Duration delay, Runnable task) {
        try {
            timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // Closed: there are no more calls.
        }
    }

    /**
     * Runs a task repeatedly on the timer's thread, also after a failure.
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
