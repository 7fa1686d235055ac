package io.delayqueue.internal.run;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.run.Interruption.Reason;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskDetail;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One delivery in this instance, from its reservation until the store has taken its outcome. Several threads may want to
 * end its attempt (its worker, the lease keeper at the end of its time to run, the shutdown); exactly one does.
 */
public final class TaskExecution extends LocalDelivery {

    private static final Runnable NO_CANCELLATION = () -> {};

    private volatile @Nullable TaskDetail task;

    private volatile @Nullable Long nextCronTime;

    private AttemptState state = AttemptState.RESERVED;

    private boolean replaced;

    private volatile AttemptCaller caller = AttemptCaller.ON_THREADS;

    private @Nullable Thread thread;

    private long begunAt;

    private final Interruption interruption = new Interruption();

    private boolean removesOwnTask;

    /** Work of an asynchronous callback, whose end is the attempt's. */
    private @Nullable AsynchronousWork work;

    private boolean refusesWork;

    private Runnable cancellation = NO_CANCELLATION;

    /**
     * Creates the execution of a reserved task.
     *
     * @param storeTime the store's time of the reservation, in milliseconds since the epoch
     * @param leasedAt the earliest start of the lease, by {@code nanoTime}
     * @param lease the duration of the lease without a renewal
     * @param nanoTime measures durations, like {@link System#nanoTime}
     */
    public TaskExecution(
            TopicName topic, ReservedTask task, long storeTime, long leasedAt, Duration lease, LongSupplier nanoTime) {
        super(topic, task, storeTime, leasedAt, lease, nanoTime);
    }

    /** The task as read; null before the attempt, and after its release. */
    @Nullable
    TaskDetail task() {
        return task;
    }

    /** Reads the task, whose JSON is not kept any longer. */
    TaskDetail read() throws UnreadableTaskException {
        TaskDetail read = TaskJson.read(detail());
        super.forgetDetail();
        task = read;
        return read;
    }

    boolean repeats() {
        TaskDetail read = task;
        return read != null && read.options().repeat() != null;
    }

    /** First time of the task's cron expression after this attempt began, in milliseconds since the epoch; null if unknown or none. */
    @Nullable
    Long nextCronTime() {
        return nextCronTime;
    }

    void nextCronTime(@Nullable Long millis) {
        nextCronTime = millis;
    }

    @Override
    public void forgetDetail() {
        super.forgetDetail();
        task = null;
    }

    /** Ends the execution before the start of the attempt. Allocates nothing. */
    public synchronized boolean giveBack() {
        if (state != AttemptState.RESERVED) {
            return false;
        }
        state = AttemptState.ENDED;
        forgetDetail();
        return true;
    }

    /** Starts the attempt on the calling thread, unless it was given back before. */
    public synchronized boolean begin(AttemptCaller by) {
        if (state != AttemptState.RESERVED) {
            return false;
        }
        state = AttemptState.RUNNING;
        caller = by;
        thread = Thread.currentThread();
        begunAt = now();
        return true;
    }

    /** Records the return of the callback; returns whether its work continues. */
    synchronized boolean returned() {
        if (state.hasCallback()) {
            state = state == AttemptState.RUNNING ? AttemptState.RETURNED : AttemptState.ENDED;
        }
        return work != null;
    }

    /**
     * Detaches the attempt from its thread, while its work continues.
     *
     * @param cancel cancels the work instead of an interrupt; must not block
     * @return false if the attempt has ended
     */
    public synchronized boolean suspend(Runnable cancel) {
        if (state != AttemptState.RETURNED) {
            return false;
        }
        state = AttemptState.SUSPENDED;
        cancellation = cancel;
        if (interruption.reason() != null) {
            cancel.run();
        }
        return true;
    }

    /** Records the end of the work. The time to run is stopped until the attempt {@linkplain #resume resumes}. */
    public synchronized void wake() {
        if (state == AttemptState.SUSPENDED) {
            state = AttemptState.WOKEN;
            cancellation = NO_CANCELLATION;
            interruption.pause(now());
        }
    }

    /** Continues the attempt on the calling thread for its end; null if it has ended. */
    public synchronized @Nullable AttemptCaller resume() {
        if (state != AttemptState.WOKEN) {
            return null;
        }
        state = AttemptState.RETURNED;
        thread = Thread.currentThread();
        interruption.resume(now());
        return caller;
    }

    /** Ends the attempt; true for exactly one caller. No interruption by this execution arrives after it. */
    public synchronized boolean tryEnd() {
        if (!state.isOpen()) {
            return false;
        }
        state = AttemptState.ENDED;
        return true;
    }

    /**
     * Ends the attempt although its callback still runs, or its work continues.
     *
     * @param replaced whether its worker, if it has one, is replaced and must leave when the callback returns
     */
    public synchronized boolean abandon(boolean replaced) {
        if (!state.isOpen()) {
            return false;
        }
        this.replaced = replaced || state.isWithoutThread();
        state = switch (state) {
            case RUNNING -> AttemptState.ABANDONED;
            case SUSPENDED, WOKEN -> AttemptState.LATE;
            default -> AttemptState.ENDED;
        };
        lost();
        return true;
    }

    /** Simulates a crash of the instance. */
    public void crash() {
        abandon(false);
        cancellation().run();
        caller.crashed();
    }

    private synchronized Runnable cancellation() {
        return cancellation;
    }

    /** Whether the worker must leave when the callback returns. */
    public synchronized boolean isReplaced() {
        return replaced;
    }

    /** Whether the attempt has, or had at its end, no thread. */
    public synchronized boolean isSuspended() {
        return state.isWithoutThread();
    }

    public synchronized boolean isRunning() {
        return state.isOpen();
    }

    /** Start of the callback. */
    public synchronized long begunAt() {
        return begunAt;
    }

    /** Nanoseconds since the start of the callback; negative if it does not run. */
    public synchronized long runningFor(long now) {
        return state.isOpen() ? Math.max(0, now - begunAt) : -1;
    }

    /** Stack of the callback; null if it does not run, or the stack is not available. */
    public synchronized @Nullable Throwable stack() {
        return state.hasThread() ? caller.stack(Objects.requireNonNull(thread)) : null;
    }

    /** Makes the attempt end with work that continues after the callback. */
    synchronized void completeWith(CompletableFuture<?> future) {
        if (!state.hasCallback() || refusesWork) {
            throw new IllegalStateException("The callback has returned: its attempt does not wait for other work");
        }
        if (work != null) {
            throw new IllegalStateException("The attempt ends with other work already");
        }
        work = new AsynchronousWork(future);
    }

    /** Records that the attempt does not wait for work, for its end has begun. */
    synchronized void refuseWork() {
        refusesWork = true;
    }

    /** Work of the attempt that continues; null if there is none. */
    public synchronized @Nullable AsynchronousWork work() {
        return work;
    }

    /** Ends the wait for work; returns the work, if any. */
    synchronized @Nullable AsynchronousWork takeWork() {
        AsynchronousWork taken = work;
        work = null;
        return taken;
    }

    /** All that surrounds the callback. */
    List<TaskInterceptor> around(List<TaskInterceptor> own) {
        return caller.around(own);
    }

    /** Whether an interrupt could reach the callback now. */
    public boolean canAnswer() {
        return isSuspended() || caller.canAnswer();
    }

    /** Whether the callback cannot continue because of others on its thread. */
    public boolean isPaused() {
        return caller.isPaused();
    }

    /** Records that the callback has failed or exceeded its time. */
    synchronized void failed(Throwable failure) {
        if (state.isOpen()) {
            caller.failed(failure);
        }
    }

    /** Completes the execution with the acknowledged outcome, or with null for a refused one. */
    public void ended(@Nullable TaskOutcome outcome) {
        caller.ended(outcome);
    }

    /**
     * Sets the time to run, from now.
     *
     * @param clock the clock of the callback's deadline
     */
    public synchronized void limit(Duration ttr, Clock clock) {
        interruption.limit(ttr, clock, this::now);
    }

    /** Restarts the time to run, if there is a limit and it is not over. */
    synchronized void touch() {
        if (state.isOpen()) {
            interruption.touch(now());
        }
    }

    @Override
    public synchronized void paused(Duration length) {
        interruption.paused(length);
    }

    public synchronized @Nullable Instant deadline() {
        return interruption.deadline();
    }

    /** Records that the callback removes its own task, for which it is not interrupted. */
    synchronized void removesOwnTask() {
        removesOwnTask = true;
    }

    /** Interrupts the callback if its time is over; true if this call did. */
    public synchronized boolean interruptIfTimedOut(long now) {
        return interruption.isTimeOver(now) && interrupt(Reason.TIME_OVER, now);
    }

    /** Interrupts the callback because an operator requests it; true if this call did. */
    public synchronized boolean interruptOnRequest() {
        return interrupt(Reason.REQUEST, now());
    }

    /** Interrupts the callback because its task is removed; true if this call did. */
    public synchronized boolean interruptForRemoval() {
        return !removesOwnTask && interrupt(Reason.REMOVAL, now());
    }

    /** Interrupts the callback because the engine stops; true if this call did. */
    public synchronized boolean interruptForShutdown() {
        return interrupt(Reason.SHUTDOWN, now());
    }

    private boolean interrupt(Reason reason, long now) {
        if (interruption.reason() != null || !state.hasThread() && state != AttemptState.SUSPENDED) {
            return false;
        }
        interruption.interrupted(reason, now);
        if (state == AttemptState.SUSPENDED) {
            cancellation.run();
        } else {
            caller.interrupt(Objects.requireNonNull(thread));
        }
        return true;
    }

    synchronized boolean isTimeOver() {
        return interruption.reason() == Reason.TIME_OVER;
    }

    public synchronized boolean isInterruptedOnRequest() {
        return interruption.reason() == Reason.REQUEST;
    }

    /** Whether the attempt fails, whatever its callback returns or throws. */
    boolean isToFail() {
        return isTimeOver() || isInterruptedOnRequest();
    }

    public synchronized boolean isInterruptedForRemoval() {
        return interruption.reason() == Reason.REMOVAL;
    }

    synchronized boolean isInterruptedForShutdown() {
        return interruption.reason() == Reason.SHUTDOWN;
    }

    /** Time until the callback is interrupted, or until it has ignored that for a time; null if there is no such event. */
    public synchronized @Nullable Long untilInterruption(long now, long grace) {
        return state.isOpen() ? interruption.untilNext(now, grace) : null;
    }

    /** Whether the callback still runs a time after its interrupt by the end of its time, a request or a removal. */
    public synchronized boolean ignoresInterruption(long now, long grace) {
        return state.isOpen() && interruption.isIgnored(now, grace);
    }
}
