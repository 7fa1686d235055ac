package io.delayqueue.internal.run;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.delayqueue.Task;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.drive.AttemptCaller;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Attempt of the delivered tasks of a piece of a batch, or of one task. Several threads may want to end an attempt (its
 * worker, the lease keeper at the end of its time to run, the shutdown); exactly one does.
 */
public final class Attempt {

    /** Time for a callback to end after its interrupt by the end of its time to run, a request or a removal. */
    public static final long GRACE = SECONDS.toNanos(5);

    public static final Comparator<Attempt> IN_ORDER = Comparator.comparing(Attempt::first, TaskExecution.BY_DELIVERY);

    private static final Runnable NO_CANCELLATION = () -> {};

    private final List<TaskExecution> tasks;

    /** The pieces of the same batch that have not begun: the slot passes to the next. Null if the attempt has no batch. */
    private final @Nullable Queue<Attempt> inSlot;

    /** Why a callback is interrupted. */
    public enum Reason {
        TIME_OVER,
        REQUEST,
        REMOVAL,
        SHUTDOWN
    }

    private enum State {

        /** Waits for a worker. */
        RESERVED,

        /** The callback runs. */
        RUNNING,

        /** The callback has returned, and a thread ends the attempt. */
        RETURNED,

        /** The callback has returned, and its work continues without a thread. */
        SUSPENDED,

        /** The work has ended, and the attempt waits for a thread. */
        WOKEN,

        ENDED,

        /** Has ended, although the callback still runs. */
        ABANDONED,

        /** Has ended without a thread, although its work continues or waits for one. */
        LATE;

        /** Whether the attempt has begun and not ended. */
        boolean isOpen() {
            return hasThread() || isWithoutThread() && this != LATE;
        }

        /** Whether the attempt has not ended, and has a thread. */
        boolean hasThread() {
            return this == RUNNING || this == RETURNED;
        }

        /** Whether the attempt has no thread, or had none at its end. */
        boolean isWithoutThread() {
            return this == SUSPENDED || this == WOKEN || this == LATE;
        }

        boolean hasCallback() {
            return this == RUNNING || this == ABANDONED;
        }
    }

    private State state = State.RESERVED;

    private boolean replaced;

    private volatile AttemptCaller caller = AttemptCaller.ON_THREADS;

    private @Nullable Thread thread;

    private long begunAt;

    /** Time to run; null if there is no limit. */
    private @Nullable Duration ttr;

    /** The end of the time to run, by the clock that the callback sees. */
    private @Nullable Instant deadline;

    /** The end of the time to run, by the time that ends the attempt. */
    private long timeIsOverAt;

    /** When the work has ended. */
    private long wokenAt;

    private @Nullable Reason reason;

    private long interruptedAt;

    private boolean removesOwnTask;

    /** Work of an asynchronous callback, whose end is the attempt's. */
    private @Nullable AsynchronousWork work;

    private boolean refusesWork;

    private volatile @Nullable String traceId;

    private Runnable cancellation = NO_CANCELLATION;

    Attempt(TaskExecution task) {
        this.tasks = List.of(task);
        this.inSlot = null;
    }

    /**
     * Creates the attempt of a piece of a batch, and adds it to the pieces that begin one after another in one slot. It takes the
     * place of the single attempts of the tasks.
     */
    public Attempt(List<TaskExecution> piece, Queue<Attempt> inSlot) {
        this.tasks = List.copyOf(piece);
        this.inSlot = inSlot;
        tasks.forEach(task -> task.joins(this));
        inSlot.add(this);
    }

    boolean isBatch() {
        return inSlot != null;
    }

    /** Takes the next piece of the same batch, if any. Allocates nothing. */
    public @Nullable Attempt pollNext() {
        return inSlot == null ? null : inSlot.poll();
    }

    public List<TaskExecution> tasks() {
        return tasks;
    }

    public TaskExecution first() {
        return tasks.get(0);
    }

    /** Returns the outcomes of the tasks: those that were set apart, and of each other task what the function makes. */
    public List<PendingOutcome> outcomes(Function<TaskExecution, PendingOutcome> others) {
        return tasks.stream()
                .map(task -> task.apart() == null ? others.apply(task) : task.apart())
                .toList();
    }

    private long now() {
        return first().now();
    }

    /** Ends the attempt before its start. Allocates nothing. */
    public synchronized boolean giveBack() {
        if (state != State.RESERVED) {
            return false;
        }
        state = State.ENDED;
        for (int i = 0; i < tasks.size(); i++) {
            tasks.get(i).forgetDetail();
        }
        return true;
    }

    /** Starts the attempt on the calling thread, unless it was given back before. */
    public synchronized boolean begin(AttemptCaller by) {
        if (state != State.RESERVED) {
            return false;
        }
        state = State.RUNNING;
        caller = by;
        first().calledBy(by);
        thread = Thread.currentThread();
        begunAt = now();
        return true;
    }

    /** Records the return of the callback; returns whether its work continues. */
    synchronized boolean returned() {
        if (state.hasCallback()) {
            state = state == State.RUNNING ? State.RETURNED : State.ENDED;
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
        if (state != State.RETURNED) {
            return false;
        }
        state = State.SUSPENDED;
        cancellation = cancel;
        if (reason != null) {
            cancel.run();
        }
        return true;
    }

    /** Records the end of the work. The time to run is stopped until the attempt {@linkplain #resume resumes}. */
    public synchronized void wake() {
        wokenAt = now();
        if (state == State.SUSPENDED) {
            state = State.WOKEN;
            cancellation = NO_CANCELLATION;
        }
    }

    public synchronized long wokenAt() {
        return wokenAt;
    }

    /** Continues the attempt on the calling thread for its end; false if it has ended. */
    public synchronized boolean resume() {
        if (state != State.WOKEN) {
            return false;
        }
        state = State.RETURNED;
        thread = Thread.currentThread();
        extend(now() - wokenAt);
        return true;
    }

    /** Ends the attempt; true for exactly one caller. No interruption by this attempt arrives after it. */
    public synchronized boolean tryEnd() {
        if (!state.isOpen()) {
            return false;
        }
        state = State.ENDED;
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
            case RUNNING -> State.ABANDONED;
            case SUSPENDED, WOKEN -> State.LATE;
            default -> State.ENDED;
        };
        tasks.forEach(TaskExecution::lost);
        return true;
    }

    /** Ends the attempt in the crash of the instance. An attempt that has not begun never does. */
    void crash() {
        giveBack();
        abandon(false);
        cancellation().run();
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

    public synchronized boolean isOpen() {
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
        return state.hasThread() ? caller.stack(requireNonNull(thread)) : null;
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

    void traced(String id) {
        traceId = id;
    }

    @Nullable
    String traceId() {
        return traceId;
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

    /** Calls the callback. */
    public AttemptCaller caller() {
        return caller;
    }

    /** Whether an interrupt could reach the callback now. */
    public boolean canAnswer() {
        return isSuspended() || caller.canAnswer();
    }

    /** Sets the time to run, from now. */
    public synchronized void limit(Duration length) {
        restart(Millis.atMost(Task.MAX_DELAY, length));
    }

    /** Reads the clock first: a thread that is held between both is not interrupted before its deadline. */
    private void restart(Duration length) {
        ttr = length;
        deadline = first().time().clock().instant().plus(length);
        timeIsOverAt = now() + length.toNanos();
    }

    /** Restarts the time to run, if there is a limit and it is not over. */
    synchronized void touch() {
        if (state.isOpen() && ttr != null && reason == null && timeIsOverAt - now() > 0) {
            restart(ttr);
        }
    }

    /** Extends the time to run, and the time to answer an interruption, by a pause. */
    synchronized void paused(Duration length) {
        extend(length.toNanos());
        interruptedAt += length.toNanos();
    }

    private void extend(long nanos) {
        if (deadline != null) {
            deadline = deadline.plusNanos(nanos);
            timeIsOverAt += nanos;
        }
    }

    public synchronized @Nullable Instant deadline() {
        return deadline;
    }

    /** Records that the callback removes its own task. */
    synchronized void removesOwnTask() {
        removesOwnTask = true;
    }

    /** Interrupts the callback if its time is over; true if this call did. */
    public synchronized boolean interruptIfTimedOut(long now) {
        return ttr != null && timeIsOverAt - now <= 0 && interrupt(Reason.TIME_OVER, now);
    }

    /** Interrupts the callback, unless it removes its own task, for which it is not interrupted; true if this call did. */
    public synchronized boolean interrupt(Reason because) {
        return (because != Reason.REMOVAL || !removesOwnTask) && interrupt(because, now());
    }

    private boolean interrupt(Reason because, long now) {
        if (reason != null || !state.hasThread() && state != State.SUSPENDED) {
            return false;
        }
        reason = because;
        interruptedAt = now;
        if (state == State.SUSPENDED) {
            cancellation.run();
        } else {
            caller.interrupt(requireNonNull(thread));
        }
        return true;
    }

    /** Why the callback was interrupted; null if it was not. */
    synchronized @Nullable Reason interruptedBy() {
        return reason;
    }

    /** Whether the attempt fails, whatever its callback returns or throws. */
    boolean isToFail() {
        Reason because = interruptedBy();
        return because == Reason.TIME_OVER || because == Reason.REQUEST;
    }

    /** Whether the callback is to end soon. */
    private boolean isToBeAnswered() {
        return state.isOpen() && reason != null && reason != Reason.SHUTDOWN;
    }

    /** Time until the callback is interrupted, or until it has ignored that for a time; null if there is no such event. */
    public synchronized @Nullable Long untilInterruption(long now) {
        if (isToBeAnswered()) {
            return interruptedAt + GRACE - now;
        }
        return !state.isOpen() || ttr == null || reason != null ? null : (Long) (timeIsOverAt - now);
    }

    /** Whether the callback cannot answer an interruption by a request or a removal, or has not answered any interruption for a time. */
    public synchronized boolean isOverdue(long now) {
        return isToBeAnswered() && (reason != Reason.TIME_OVER && !canAnswer() || now - interruptedAt >= GRACE);
    }
}
