package io.delayqueue.internal.run;

import io.delayqueue.Repeat;
import io.delayqueue.RetryPolicy;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ReservedTask;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One delivery in this instance, from its reservation until the store has taken its outcome. Several threads may want to
 * end it (its worker, the lease keeper at the end of its time to run, the shutdown); exactly one does.
 */
public final class TaskExecution implements Attempt {

    private enum State {
        RESERVED,
        RUNNING,
        ENDED
    }

    private enum Cut {
        TIME_OVER,
        REMOVAL,
        SHUTDOWN
    }

    private static final byte[] NOTHING = {};

    private final TopicName topic;

    private volatile ReservedTask task;

    /** Task without its detail, created early because it is needed when memory may have run out. */
    private final ReservedTask bare;

    private final int bytes;

    private final long storeTime;

    private final LongSupplier nanoTime;

    private final Consumer<TaskExecution> cancellationCheck;

    private final long reservedAt;

    private final long leaseNanos;

    private volatile long renewedAt;

    private volatile boolean cancelled;

    private volatile boolean lost;

    private volatile @Nullable Repeat repeat;

    private volatile long dueAt;

    private volatile @Nullable Long nextCronTime;

    private State state = State.RESERVED;

    private @Nullable AttemptCaller caller;

    /** Pending work of an asynchronous callback, whose end is the attempt's. */
    private @Nullable AsynchronousWork work;

    private boolean returned;

    /** Whether the attempt has no thread: its work goes on, or has ended and waits for one. */
    private boolean suspended;

    private @Nullable Runnable cancellation;

    private long wokenAt;

    private long begunAt;

    private @Nullable Cut cut;

    private boolean spared;

    private long cutAt;

    private boolean replaced;

    private final TimeToRun timeToRun = new TimeToRun();

    private int maxAttempts = Integer.MAX_VALUE;

    private @Nullable RetryPolicy retryPolicy;

    /**
     * Creates the execution of a reserved task.
     *
     * @param storeTime the store's time of the reservation, in milliseconds since the epoch
     * @param leasedAt the earliest start of the lease, by {@code nanoTime}
     * @param lease the duration of the lease without a renewal
     * @param nanoTime measures durations, like {@link System#nanoTime}
     * @param cancellationCheck asks the store whether the delivery still counts, before a caller learns that. Only the test kit
     *     needs it
     */
    public TaskExecution(
            TopicName topic,
            ReservedTask task,
            long storeTime,
            long leasedAt,
            Duration lease,
            LongSupplier nanoTime,
            Consumer<TaskExecution> cancellationCheck) {
        this.topic = topic;
        this.task = task;
        this.bare = new ReservedTask(task.delivery(), task.attempt(), task.dueAt(), NOTHING);
        this.bytes = task.detail().length;
        this.storeTime = storeTime;
        this.nanoTime = nanoTime;
        this.cancellationCheck = cancellationCheck;
        this.reservedAt = nanoTime.getAsLong();
        this.renewedAt = leasedAt;
        this.leaseNanos = lease.toNanos();
    }

    @Override
    public TopicName topic() {
        return topic;
    }

    @Override
    public String id() {
        return delivery().id();
    }

    @Override
    public int number() {
        return task.attempt();
    }

    public ReservedTask task() {
        return task;
    }

    /** Size of its current or former detail. */
    public int bytes() {
        return bytes;
    }

    /** Releases the detail, because outcomes wait while the store does not answer. Allocates nothing. */
    public void forgetDetail() {
        task = bare;
    }

    public Delivery delivery() {
        return task.delivery();
    }

    public long reservedAt() {
        return reservedAt;
    }

    public long renewedAt() {
        return renewedAt;
    }

    public void renewed(long now) {
        renewedAt = now;
    }

    /**
     * Estimates the store's time in milliseconds since the epoch: never ahead of it, behind it by at most the time of a reply.
     */
    public long storeNow() {
        return storeTime + TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - reservedAt);
    }

    /** Time since this attempt was due, by the store's clock. */
    Duration lateness() {
        return Duration.ofMillis(Math.max(0, storeNow() - task.dueAt()));
    }

    /** Records that the task was removed or replaced. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        cancellationCheck.accept(this);
        return cancelled;
    }

    /** Records that the delivery is no longer the task's newest, or not leased. */
    public void lost() {
        lost = true;
    }

    public boolean isLost() {
        return lost;
    }

    /** Whether the task is leased as far as known: its lease has not expired, and no renewal has found it lost. */
    public boolean isLeased() {
        return !lost && nanoTime.getAsLong() - renewedAt < leaseNanos;
    }

    /** Runs the cancellation check. */
    public void checkCancellation() {
        cancellationCheck.accept(this);
    }

    /** Whether the store is known to accept no outcome of this execution. */
    boolean isOutcomeVoid() {
        cancellationCheck.accept(this);
        return cancelled || lost;
    }

    @Nullable
    Repeat repeat() {
        return repeat;
    }

    /** Due time of the task, in milliseconds since the epoch. */
    long dueAt() {
        return dueAt;
    }

    /** Sets the repetition of the task, if any, and its due time. */
    void repeats(@Nullable Repeat repetition, long due) {
        repeat = repetition;
        dueAt = due;
    }

    /** The first time of its cron expression after this attempt began, in milliseconds since the epoch; null if unknown or none. */
    @Nullable
    Long nextCronTime() {
        return nextCronTime;
    }

    void nextCronTime(@Nullable Long millis) {
        nextCronTime = millis;
    }

    /** Starts the attempt, unless it was given back before. */
    public synchronized boolean begin(AttemptCaller by) {
        if (state != State.RESERVED) {
            return false;
        }
        state = State.RUNNING;
        caller = by;
        begunAt = nanoTime.getAsLong();
        return true;
    }

    /** Start of the callback. */
    public synchronized long begunAt() {
        return begunAt;
    }

    /** Makes the attempt end with work that continues after the callback. */
    synchronized void endWith(CompletableFuture<?> future) {
        if (returned) {
            throw new IllegalStateException("The callback has returned: its attempt does not wait for other work");
        }
        if (work != null) {
            throw new IllegalStateException("The attempt ends with other work already");
        }
        work = new AsynchronousWork(future);
    }

    /** Pending work of the attempt; null if there is none. */
    public synchronized @Nullable AsynchronousWork work() {
        return work;
    }

    /** Ends the wait for work; returns the work, if any. */
    synchronized @Nullable AsynchronousWork takeWork() {
        AsynchronousWork taken = work;
        work = null;
        return taken;
    }

    /** Records the return of the callback; returns whether its work continues. */
    synchronized boolean returned() {
        returned = true;
        return work != null;
    }

    /**
     * Detaches the attempt from the callback's thread, while its work continues.
     *
     * @param cancel cancels the work instead of an interrupt; must not block
     * @return false if the attempt has ended
     */
    public synchronized boolean suspend(Runnable cancel) {
        if (state != State.RUNNING) {
            return false;
        }
        suspended = true;
        cancellation = cancel;
        if (cut != null) {
            cancel.run();
        }
        return true;
    }

    /**
     * Records the end of the work; true for exactly one caller, unless the attempt has ended before. The time to run is stopped
     * until the attempt {@linkplain #resume resumes}.
     */
    public synchronized boolean wake() {
        if (state != State.RUNNING || cancellation == null) {
            return false;
        }
        cancellation = null;
        wokenAt = nanoTime.getAsLong();
        return true;
    }

    /** Continues the attempt on the calling thread for its end; null if it has ended. */
    public synchronized @Nullable AttemptCaller resume() {
        if (state != State.RUNNING || !suspended || caller == null) {
            return null;
        }
        suspended = false;
        caller = caller.resumed();
        timeToRun.stoodStill(nanoTime.getAsLong() - wokenAt);
        return caller;
    }

    public synchronized boolean isSuspended() {
        return suspended;
    }

    public synchronized boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Nanoseconds since the start of the callback; negative if it does not run. */
    public synchronized long runningFor(long now) {
        return state == State.RUNNING ? Math.max(0, now - begunAt) : -1;
    }

    /** Stack of the callback; null if it does not run, or the stack is not available. */
    public synchronized @Nullable Throwable stack() {
        return state == State.RUNNING && caller != null && !suspended ? caller.stack() : null;
    }

    private synchronized @Nullable AttemptCaller caller() {
        return caller;
    }

    private synchronized @Nullable Runnable cancellation() {
        return cancellation;
    }

    /** All that surrounds the callback. */
    List<TaskInterceptor> around(List<TaskInterceptor> own) {
        AttemptCaller by = caller();
        return by == null ? own : by.around(own);
    }

    /** Whether an interrupt could reach the callback now. */
    public boolean canAnswer() {
        AttemptCaller by = caller();
        return by == null || isSuspended() || by.canAnswer();
    }

    /** Whether the callback cannot continue because of others on its thread. */
    public boolean isHeldUp() {
        AttemptCaller by = caller();
        return by != null && by.isHeldUp();
    }

    /** Completes the execution with the acknowledged outcome, or with null for a refused one. */
    public void ended(@Nullable TaskOutcome outcome) {
        AttemptCaller by = caller();
        if (by != null) {
            by.ended(outcome);
        }
    }

    /** Simulates a crash of the instance. */
    public void crash() {
        tryEnd();
        Runnable cancel = cancellation();
        if (cancel != null) {
            cancel.run();
        }
        AttemptCaller by = caller();
        if (by != null) {
            by.crashed();
        }
    }

    /**
     * Sets the time to run, from now.
     *
     * @param clock the clock of the callback's deadline
     */
    public synchronized void limit(Duration ttr, Clock clock) {
        timeToRun.limit(ttr, clock, nanoTime.getAsLong());
    }

    /** Restarts the time to run, if there is a limit and it is not over. */
    synchronized void touch() {
        if (state == State.RUNNING && cut == null) {
            timeToRun.touch(nanoTime.getAsLong());
        }
    }

    @Override
    public synchronized void paused(Duration length) {
        timeToRun.stoodStill(length.toNanos());
        cutAt += length.toNanos();
    }

    public synchronized @Nullable Instant deadline() {
        return timeToRun.deadline();
    }

    synchronized int maxAttempts() {
        return maxAttempts;
    }

    /** Sets the number of attempts of the task. */
    synchronized void maxAttempts(int number) {
        maxAttempts = number;
    }

    synchronized @Nullable RetryPolicy retryPolicy() {
        return retryPolicy;
    }

    /** Sets the task's own retry policy, if it has one. */
    synchronized void retryPolicy(@Nullable RetryPolicy policy) {
        retryPolicy = policy;
    }

    /** Records that the callback has failed or exceeded its time. */
    synchronized void failed(Throwable failure) {
        if (state == State.RUNNING && caller != null) {
            caller.failed(failure);
        }
    }

    /** Ends the execution before the start of the attempt. Allocates nothing. */
    public synchronized boolean giveBack() {
        if (state != State.RESERVED) {
            return false;
        }
        state = State.ENDED;
        forgetDetail();
        return true;
    }

    /** Ends the attempt; true for exactly one caller. No interruption by this execution arrives after it. */
    public synchronized boolean tryEnd() {
        if (state != State.RUNNING) {
            return false;
        }
        state = State.ENDED;
        return true;
    }

    /**
     * Ends the attempt although its callback still runs.
     *
     * @param replaced whether its worker, if it has one, is replaced and must leave when the callback returns
     */
    public synchronized boolean abandon(boolean replaced) {
        if (!tryEnd()) {
            return false;
        }
        this.replaced = replaced || suspended;
        return true;
    }

    /** Whether the worker must leave when the callback returns. */
    public synchronized boolean isReplaced() {
        return replaced;
    }

    /** Interrupts the callback if its time is over; true if this call did. */
    public synchronized boolean interruptIfTimedOut(long now) {
        return timeToRun.isOver(now) && cut(Cut.TIME_OVER, now);
    }

    /**
     * Time until the callback is interrupted, or until it has ignored the interrupt for a time; null if there is no such event.
     */
    public synchronized @Nullable Long untilCut(long now, long grace) {
        if (state != State.RUNNING) {
            return null;
        }
        if (isCutBeforeTheStop()) {
            return cutAt + grace - now;
        }
        return cut == null ? timeToRun.left(now) : null;
    }

    /** Records that the callback removes its own task, for which it is not interrupted. */
    synchronized void spare() {
        spared = true;
    }

    /** Interrupts the callback because its task is removed; true if this call did. */
    public synchronized boolean cutForRemoval() {
        return !spared && cut(Cut.REMOVAL, nanoTime.getAsLong());
    }

    public synchronized boolean isCutForRemoval() {
        return cut == Cut.REMOVAL;
    }

    /** Interrupts the callback because the engine stops; true if this call did. */
    public synchronized boolean cutForShutdown() {
        return cut(Cut.SHUTDOWN, nanoTime.getAsLong());
    }

    private boolean cut(Cut reason, long now) {
        boolean ending = suspended && cancellation == null;
        if (state != State.RUNNING || cut != null || caller == null || ending) {
            return false;
        }
        cut = reason;
        cutAt = now;
        if (cancellation == null) {
            caller.interrupt();
        } else {
            cancellation.run();
        }
        return true;
    }

    synchronized boolean isTimeOver() {
        return cut == Cut.TIME_OVER;
    }

    synchronized boolean isCutForShutdown() {
        return cut == Cut.SHUTDOWN;
    }

    /** Whether the callback still runs a time after its interrupt by the end of its time or a removal. */
    public synchronized boolean ignoresInterruption(long now, long grace) {
        return state == State.RUNNING && isCutBeforeTheStop() && now - cutAt >= grace;
    }

    private boolean isCutBeforeTheStop() {
        return cut == Cut.TIME_OVER || cut == Cut.REMOVAL;
    }
}
