package io.delayqueue.internal.consume;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.run.AsynchronousWork;
import io.delayqueue.internal.run.Attempt;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Attempts of one topic whose work continues without a thread. When it ends, a thread ends the attempt, and becomes a worker. The
 * threads that end the work are the application's: no worker inherits from them, and none of them waits for an executor.
 */
final class SuspendedAttempts {

    private final Driver driver;

    private final Workers workers;

    private final Executor cancellations;

    private final Predicate<Attempt> end;

    private final Consumer<Attempt> forget;

    /** Attempts whose work has ended. */
    private final Queue<Attempt> woken = new ConcurrentLinkedQueue<>();

    private final FewThreads wakes;

    /**
     * Creates it without attempts.
     *
     * @param cancellations cancels work; never on the calling thread
     * @param end ends an attempt on the calling thread; false if that does not become a worker, for the attempt was abandoned
     * @param forget receives deliveries whose outcome will never be sent
     */
    SuspendedAttempts(
            Driver driver, Workers workers, Executor cancellations, Predicate<Attempt> end, Consumer<Attempt> forget) {
        this.driver = driver;
        this.workers = workers;
        this.cancellations = cancellations;
        this.end = end;
        this.forget = forget;
        this.wakes = new FewThreads(driver::resume, 1);
    }

    /** Detaches an attempt from the calling thread until its work ends; false if it was abandoned before. */
    boolean suspend(Attempt attempt) {
        AsynchronousWork work = Objects.requireNonNull(attempt.work());
        // On another thread: to cancel calls the application.
        boolean suspended = attempt.suspend(() -> cancellations.execute(work::cancel));
        if (!suspended) {
            work.cancel();
        }
        work.whenEnded(() -> wake(attempt));
        return suspended;
    }

    /** If that fails, the delivery is as if its instance had crashed. */
    private void wake(Attempt attempt) {
        attempt.wake();
        try {
            woken.add(attempt);
            wakes.execute(this::takeThread);
        } catch (Throwable e) {
            if (attempt.abandon(true)) {
                try {
                    forget.accept(attempt);
                } finally {
                    workers.replace();
                }
            }
            throw e;
        }
    }

    /** One for each attempt whose work has ended, for interceptors may wait; none when those that have begun have ended all. */
    private void takeThread() {
        if (!woken.isEmpty()) {
            try {
                driver.pools().workers().execute(() -> endAll(true));
            } catch (Throwable e) {
                driver.rethrowFatal(e);
                // An end must not wait for the next task. That one may: callbacks run on the executor and nowhere else.
                driver.pools().helpersOrHere().execute(() -> endAll(false));
            }
        }
    }

    /** Ends attempts that have waited too long for a thread: the executor of callbacks may have dropped them. */
    void endStalled(long now, long patience) {
        Attempt longest = woken.peek();
        if (longest != null && now - longest.wokenAt() >= patience) {
            try {
                driver.pools().helpers().execute(() -> endAll(false));
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                // The next call tries again. The calling thread has leases to renew.
            }
        }
    }

    /** Each suspended attempt still counts as a worker, which the calling thread becomes after the last. */
    private void endAll(boolean goesOn) {
        Attempt next = woken.poll();
        while (next != null) {
            boolean stays = end(next);
            next = woken.poll();
            if (stays && next == null && goesOn) {
                workers.work();
            } else if (stays) {
                workers.leave();
            }
        }
    }

    private boolean end(Attempt attempt) {
        try {
            return end.test(attempt);
        } catch (Throwable e) {
            if (!attempt.isReplaced()) {
                workers.leave();
            }
            wakes.execute(this::takeThread);
            throw e;
        }
    }
}
