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
 * Waits for tasks on threads of its own, so that no request's thread is held, and at most so many at once: each wait holds a
 * connection to the store too, of the client for waiting commands, which has no bound of its own.
 */
final class LongPolls implements DisposableBean {

    private static final Logger log = Loggers.of(LongPolls.class);

    private static final long KEEP_SECONDS = 60;

    private static final Duration LATER = Duration.ofSeconds(1);

    /** The second probe after the end of a connection fails, so half of what it may take to see it at most. */
    private static final long PROBE_MILLIS = 400;

    /** The time that a refusal may take to come back. The first probe fails at once if there was one before. */
    private static final long REFUSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ThreadPoolExecutor threads;

    private final ScheduledThreadPoolExecutor probes;

    /** As many as there are waits, for each has one probe at most: one that is not read delays no other. */
    private final ThreadPoolExecutor writers;

    /** Leases tasks, waiting for the first. */
    interface Reserve {
        List<PulledTask> call() throws InterruptedException;
    }

    LongPolls(int most) {
        this.threads = threads(most, "delayqueue-long-poll-");
        this.writers = threads(most, "delayqueue-probe-writer-");
        this.probes = new ScheduledThreadPoolExecutor(1, daemons("delayqueue-probe-"));
        this.probes.setRemoveOnCancelPolicy(true);
        // At the end of the application all waits end.
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
     * Reserves what there is, on the calling thread.
     *
     * @param reserve what to do, without a wait
     * @return what it gave
     * @throws ProblemException if the thread is to end
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
     * Reserves on a thread of its own.
     *
     * @param reserve what to do there
     * @param wake ends the wait of a thread that was interrupted
     * @param result what to answer
     * @throws ProblemException if too many wait already, or the application is stopping
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
                                    + " requests wait for tasks already; there is none for this one"
                                    + " now, and no room to wait")
                    .retryAfter(LATER);
        }
    }

    private static ProblemException stopping() {
        return new ProblemException(ProblemType.NOT_RUNNING, "The application is stopping");
    }

    /** One wait. Interrupted only while it waits, for giving tasks back takes a thread that is not. */
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
                // Before the first probe the request's own thread may still be at work on the response.
                if (!tasks.isEmpty()
                        && result.probe().hasBegun()
                        && result.probe().write()) {
                    // A consumer that has just gone refuses it, and then gets no tasks.
                    LockSupport.parkNanos(REFUSAL_NANOS);
                }
            } catch (InterruptedException e) {
                // Nothing was leased.
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
                    // The next may be written.
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
            // Once: the next step may look up a task whose signal the wait has taken.
            Thread interrupted = gone ? null : waiting;
            gone = true;
            if (interrupted != null) {
                interrupted.interrupt();
            }
            return interrupted;
        }
    }

    /** Ends what still waits; the engines have stopped before, which ends all that wait for theirs. */
    @Override
    public void destroy() {
        threads.shutdownNow();
        probes.shutdownNow();
        writers.shutdownNow();
    }
}
