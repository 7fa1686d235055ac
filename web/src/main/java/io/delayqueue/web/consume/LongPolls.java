package io.delayqueue.web.consume;

import io.delayqueue.DelayQueueException;
import io.delayqueue.log.Loggers;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Waits for tasks on its own threads, so that no request's thread is held. The number of waits is limited, because each also
 * holds a connection of the store's client for blocking commands, which has no limit.
 */
final class LongPolls implements DisposableBean {

    private static final Logger log = Loggers.of(LongPolls.class);

    private static final long KEEP_SECONDS = 60;

    private static final Duration LATER = Duration.ofSeconds(1);

    /**
     * Interval of probes: half of the maximum time to detect a closed connection, because the second probe after its end fails.
     */
    private static final long PROBE_MILLIS = 400;

    /** Time for the client's reset to arrive. The first probe fails at once if there was one before. */
    private static final long REFUSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ThreadPoolExecutor threads;

    private final ScheduledThreadPoolExecutor probes;

    /** One thread for each wait, which has at most one probe: a probe that is not read delays no other. */
    private final ThreadPoolExecutor writers;

    /** Reserves tasks, waiting for the first. */
    interface Reserve {
        List<PulledTask> call() throws InterruptedException;
    }

    LongPolls(int most) {
        this.threads = threads(most, "delayqueue-long-poll-");
        this.writers = threads(most, "delayqueue-probe-writer-");
        this.probes = new ScheduledThreadPoolExecutor(1, daemons("delayqueue-probe-"));
        this.probes.setRemoveOnCancelPolicy(true);
        // All waits end when the application stops.
        this.probes.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        this.probes.setKeepAliveTime(KEEP_SECONDS, TimeUnit.SECONDS);
        this.probes.allowCoreThreadTimeOut(true);
    }

    private static ThreadPoolExecutor threads(int most, String names) {
        return new ThreadPoolExecutor(
                0, most, KEEP_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons(names));
    }

    private static ThreadFactory daemons(String names) {
        CustomizableThreadFactory factory = new CustomizableThreadFactory(names);
        factory.setDaemon(true);
        return factory;
    }

    /**
     * Reserves available tasks on the calling thread.
     *
     * @param reserve the reservation without a wait
     * @return the reserved tasks
     * @throws ProblemException if the thread is interrupted
     */
    List<PulledTask> look(Reserve reserve) {
        try {
            return reserve.call();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopping();
        }
    }

    /**
     * Reserves on another thread.
     *
     * @param reserve the reservation
     * @param wake ends the wait of a thread that was interrupted
     * @param result the response
     * @throws ProblemException if there are too many waits, or the application is stopping
     */
    void await(Reserve reserve, Consumer<Thread> wake, ReserveResult result) {
        Poll poll = new Poll(reserve, wake, result);
        result.whenGone(poll::gone);
        try {
            threads.execute(poll);
        } catch (RejectedExecutionException e) {
            if (threads.isShutdown()) {
                throw stopping();
            }
            throw new ProblemException(
                            ProblemType.TOO_MANY,
                            threads.getMaximumPoolSize()
                                    + " requests wait for tasks already; there is no task for this one"
                                    + " now, and it cannot wait")
                    .retryAfter(LATER);
        }
    }

    private static ProblemException stopping() {
        return new ProblemException(ProblemType.NOT_RUNNING, "The application is stopping");
    }

    /** Wait for tasks. Interrupted only while it waits, because releasing tasks needs a thread that is not interrupted. */
    private final class Poll implements Runnable {

        private final Reserve reserve;

        private final Consumer<Thread> wake;

        private final ReserveResult result;

        private final AtomicBoolean writing = new AtomicBoolean();

        private @Nullable Thread waiting;

        private boolean gone;

        Poll(Reserve reserve, Consumer<Thread> wake, ReserveResult result) {
            this.reserve = reserve;
            this.wake = wake;
            this.result = result;
        }

        @Override
        public void run() {
            List<PulledTask> tasks = List.of();
            Future<?> probing = null;
            try {
                probing = probes.scheduleWithFixedDelay(this::probe, PROBE_MILLIS, PROBE_MILLIS, TimeUnit.MILLISECONDS);
                tasks = reserve();
                // Before the first probe the request's own thread may still use the response.
                if (!tasks.isEmpty()
                        && result.probe().hasBegun()
                        && result.probe().write()) {
                    // A disconnected consumer resets the connection, and gets no tasks then.
                    LockSupport.parkNanos(REFUSAL_NANOS);
                }
            } catch (InterruptedException e) {
                // No task was reserved.
                tasks = List.of();
            } catch (Throwable e) {
                result.fail(e, tasks);
                return;
            } finally {
                if (probing != null) {
                    probing.cancel(false);
                }
            }
            result.give(tasks);
        }

        private List<PulledTask> reserve() throws InterruptedException {
            synchronized (this) {
                if (gone) {
                    return List.of();
                }
                waiting = Thread.currentThread();
            }
            try {
                return reserve.call();
            } finally {
                synchronized (this) {
                    waiting = null;
                    Thread.interrupted();
                }
            }
        }

        private void probe() {
            if (writing.compareAndSet(false, true)) {
                try {
                    writers.execute(this::write);
                } catch (RejectedExecutionException e) {
                    // The next probe may be written.
                    writing.set(false);
                }
            }
        }

        private void write() {
            try {
                if (!result.probe().write()) {
                    gone();
                }
            } finally {
                writing.set(false);
            }
        }

        void gone() {
            Thread interrupted = interrupt();
            if (interrupted != null) {
                try {
                    wake.accept(interrupted);
                } catch (DelayQueueException e) {
                    log.debug("A wait for tasks ends within seconds by itself", e);
                }
            }
        }

        private synchronized @Nullable Thread interrupt() {
            // Once only: the next step may reserve a task whose signal the wait has consumed.
            Thread interrupted = gone ? null : waiting;
            gone = true;
            if (interrupted != null) {
                interrupted.interrupt();
            }
            return interrupted;
        }
    }

    /** Ends the remaining waits; the stop of the engines has ended those for their tasks. */
    @Override
    public void destroy() {
        threads.shutdownNow();
        probes.shutdownNow();
        writers.shutdownNow();
    }
}
