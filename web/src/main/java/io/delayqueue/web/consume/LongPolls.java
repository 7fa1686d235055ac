package io.delayqueue.web.consume;

import io.delayqueue.PulledTask;
import io.delayqueue.web.api.ProblemException;
import io.delayqueue.web.api.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Waits for tasks on threads of its own, so that no request's thread is held, and at most so many at once: each wait holds a
 * connection to the store too, of the client for waiting commands, which has no bound of its own.
 */
final class LongPolls implements DisposableBean {

    private static final long KEEP_SECONDS = 60;

    private static final Duration LATER = Duration.ofSeconds(1);

    private final ThreadPoolExecutor threads;

    /** Leases tasks, waiting for the first. */
    interface Reserve {
        List<PulledTask> call() throws InterruptedException;
    }

    LongPolls(int most) {
        CustomizableThreadFactory factory = new CustomizableThreadFactory("delayqueue-long-poll-");
        factory.setDaemon(true);
        this.threads =
                new ThreadPoolExecutor(0, most, KEEP_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    /**
     * Reserves on a thread of its own.
     *
     * @param reserve what to do there
     * @param result what to answer
     * @throws ProblemException if too many wait already, or the application is stopping
     */
    void await(Reserve reserve, ReserveResult result) {
        try {
            Future<?> waiting = threads.submit(() -> run(reserve, result));
            result.whenGone(() -> waiting.cancel(true));
        } catch (RejectedExecutionException e) {
            if (threads.isShutdown()) {
                throw new ProblemException(ProblemType.NOT_RUNNING, "The application is stopping");
            }
            throw new ProblemException(
                            ProblemType.TOO_MANY,
                            threads.getMaximumPoolSize()
                                    + " requests wait for tasks already; there is none for this one"
                                    + " now, and no room to wait")
                    .retryAfter(LATER);
        }
    }

    private static void run(Reserve reserve, ReserveResult result) {
        try {
            result.give(reserve.call());
        } catch (InterruptedException e) {
            result.give(List.of());
        } catch (Throwable e) {
            result.fail(e);
        }
    }

    /** Ends what still waits; the engines have stopped before, which ends all that wait for theirs. */
    @Override
    public void destroy() {
        threads.shutdownNow();
    }
}
