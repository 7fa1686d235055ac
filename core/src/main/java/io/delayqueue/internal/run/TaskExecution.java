package io.delayqueue.internal.run;

import io.delayqueue.Repeat;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.run.Interruption.Reason;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskDetail;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One delivery in this instance, from its reservation until the store has taken its outcome. Several threads may want to
 * end its attempt (its worker, the lease keeper at the end of its time to run, the shutdown); exactly one does.
 */
public final class TaskExecution implements Attempt {

    private static final byte[] NOTHING = {};

    private static final Runnable NO_CANCELLATION = () -> {};

    private final TopicName topic;

    private final Delivery delivery;

    private final int number;

    private final long dueAt;

    private final long requeuedAt;

    private final long retriedSince;

    private volatile byte[] detail;

    private final int bytes;

    private final long storeTime;

    private final LongSupplier nanoTime;

    private final long reservedAt;

    private final long leaseNanos;

    private volatile long renewedAt;

    private volatile boolean cancelled;

    private volatile boolean lost;

    private volatile @Nullable TaskDetail task;

    private volatile @Nullable Long nextCronTime;

    /** The execution with the attempt of the whole batch; this one outside of a batch. */
    private volatile TaskExecution lead = this;

    /** The other tasks of the batch, if this execution leads it. */
    private volatile List<TaskExecution> others = List.of();

    /** The pieces of the whole batch that have not begun, if this execution leads a piece. */
    private volatile @Nullable Queue<TaskExecution> pieces;

    private volatile @Nullable PendingOutcome apart;

    /** State of a delivery's attempt in this instance. */
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

    private final Interruption interruption = new Interruption();

    private boolean removesOwnTask;

    /** Work of an asynchronous callback, whose end is the attempt's. */
    private @Nullable AsynchronousWork work;

    private boolean refusesWork;

    private Runnable cancellation = NO_CANCELLATION;

    private boolean maybeAcknowledged;

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
        this.topic = topic;
        this.delivery = task.delivery();
        this.number = task.attempt();
        this.dueAt = task.dueAt();
        this.requeuedAt = task.requeuedAt();
        this.retriedSince = task.begunAt() == 0 ? storeTime : task.begunAt();
        this.detail = task.detail();
        this.bytes = detail.length;
        this.storeTime = storeTime;
        this.nanoTime = nanoTime;
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
        return delivery.id();
    }

    @Override
    public int number() {
        return number;
    }

    public Delivery delivery() {
        return delivery;
    }

    /** The task as JSON; empty after its release. */
    public byte[] detail() {
        return detail;
    }

    /** Size of its current or former detail. */
    public int bytes() {
        return bytes;
    }

    long now() {
        return nanoTime.getAsLong();
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
        return storeTime + TimeUnit.NANOSECONDS.toMillis(now() - reservedAt);
    }

    /** Time since this attempt was due, by the store's clock. */
    Duration lateness() {
        return Duration.ofMillis(Math.max(0, storeNow() - dueAt));
    }

    /** Time for which the key of the task let it wait before its first attempt; null without a key, and for further attempts. */
    @Nullable
    Duration keyWait(TaskDetail task) {
        return task.keyWait(number, dueAt, requeuedAt);
    }

    /** Age of retries: the time since the lease of the first attempt. */
    Duration retriedFor() {
        return Duration.ofMillis(storeNow() - retriedSince);
    }

    /** Records that the task was removed or replaced. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** Records that the store will not receive, or not accept, the outcome of the callback. */
    public void lost() {
        lost = true;
    }

    /** Whether the task is leased as far as known: its lease has not expired, and no renewal has found it lost. */
    public boolean isLeased() {
        return !lost && now() - renewedAt < leaseNanos;
    }

    /** Whether it is known that the outcome of the callback will be discarded. */
    boolean isOutcomeVoid() {
        return cancelled || lost;
    }

    /** The task as read; null before the attempt, and after its release. */
    @Nullable
    TaskDetail task() {
        return task;
    }

    /** Reads the task, whose JSON is not kept any longer. */
    TaskDetail read() throws UnreadableTaskException {
        TaskDetail read = task;
        if (read == null) {
            read = TaskJson.read(detail);
            detail = NOTHING;
            task = read;
        }
        return read;
    }

    /** The repetition of the task as read; null if there is none. */
    @Nullable
    Repeat repeat() {
        TaskDetail read = task;
        return read == null ? null : read.options().repeat();
    }

    /** First time of the task's cron expression after this attempt began, in milliseconds since the epoch; null if unknown or none. */
    @Nullable
    Long nextCronTime() {
        return nextCronTime;
    }

    void nextCronTime(@Nullable Long millis) {
        nextCronTime = millis;
    }

    /** Releases the task, because outcomes wait while the store does not answer. Allocates nothing. */
    public void forgetDetail() {
        detail = NOTHING;
        task = null;
    }

    /** Makes the attempt of this task the attempt of other tasks too, which have none of their own. */
    public void lead(List<TaskExecution> batch) {
        others = List.copyOf(batch);
        others.forEach(task -> task.follow(this));
    }

    /** Adds the attempt to those that begin one after another in one slot. */
    public void queue(Queue<TaskExecution> inSlot) {
        pieces = inSlot;
        inSlot.add(this);
    }

    /** Takes the next attempt of the slot of this one, if any. Allocates nothing. */
    public @Nullable TaskExecution pollNext() {
        Queue<TaskExecution> inSlot = pieces;
        return inSlot == null ? null : inSlot.poll();
    }

    private synchronized void follow(TaskExecution first) {
        state = State.ENDED;
        lead = first;
    }

    /** The execution with the attempt of the whole batch; this one outside of a batch. */
    public TaskExecution lead() {
        return lead;
    }

    /** The other tasks of the batch, if this execution leads it. */
    public List<TaskExecution> others() {
        return others;
    }

    /** All tasks of the attempt, this one first. */
    List<TaskExecution> tasks() {
        return others.isEmpty()
                ? List.of(this)
                : Stream.concat(Stream.of(this), others.stream()).toList();
    }

    /** Sets the outcome of a task that does not begin with its batch. */
    void apart(PendingOutcome outcome) {
        apart = outcome;
    }

    @Nullable
    PendingOutcome apart() {
        return apart;
    }

    /** Records that the task is in the list of its batch. */
    void begins() {
        caller = lead.caller.with(this);
    }

    /** Ends the execution before the start of the attempt. Allocates nothing. */
    public synchronized boolean giveBack() {
        if (state != State.RESERVED) {
            return false;
        }
        state = State.ENDED;
        forgetDetail();
        others.forEach(TaskExecution::forgetDetail);
        return true;
    }

    /** Starts the attempt on the calling thread, unless it was given back before. */
    public synchronized boolean begin(AttemptCaller by) {
        if (state != State.RESERVED) {
            return false;
        }
        state = State.RUNNING;
        caller = by;
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
        if (interruption.reason() != null) {
            cancel.run();
        }
        return true;
    }

    /** Records the end of the work. The time to run is stopped until the attempt {@linkplain #resume resumes}. */
    public synchronized void wake() {
        if (state == State.SUSPENDED) {
            state = State.WOKEN;
            cancellation = NO_CANCELLATION;
            interruption.pause(now());
        }
    }

    /** Continues the attempt on the calling thread for its end; null if it has ended. */
    public synchronized @Nullable AttemptCaller resume() {
        if (state != State.WOKEN) {
            return null;
        }
        state = State.RETURNED;
        thread = Thread.currentThread();
        interruption.resume(now());
        return caller;
    }

    /** Ends the attempt; true for exactly one caller. No interruption by this execution arrives after it. */
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
        lost();
        others.forEach(TaskExecution::lost);
        return true;
    }

    /** Simulates a crash of the instance. An attempt that has not begun never does. */
    public void crash() {
        giveBack();
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

    /** Calls the callback. */
    public AttemptCaller caller() {
        return caller;
    }

    /** Whether an interrupt could reach the callback now. */
    public boolean canAnswer() {
        return isSuspended() || caller.canAnswer();
    }

    /** Records that the callback has failed or exceeded its time. */
    void failed(Throwable failure) {
        if (lead.isRunning()) {
            caller.failed(failure);
        }
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
        if (interruption.reason() != null || !state.hasThread() && state != State.SUSPENDED) {
            return false;
        }
        interruption.interrupted(reason, now);
        if (state == State.SUSPENDED) {
            cancellation.run();
        } else {
            caller.interrupt(Objects.requireNonNull(thread));
        }
        return true;
    }

    /** Why the callback was interrupted; null if it was not. */
    @Nullable
    Reason interruptedBy() {
        return lead.reason();
    }

    private synchronized @Nullable Reason reason() {
        return interruption.reason();
    }

    /** Whether the attempt fails, whatever its callback returns or throws. */
    boolean isToFail() {
        Reason reason = interruptedBy();
        return reason == Reason.TIME_OVER || reason == Reason.REQUEST;
    }

    /** Time until the callback is interrupted, or until it has ignored that for a time; null if there is no such event. */
    public synchronized @Nullable Long untilInterruption(long now, long grace) {
        return state.isOpen() ? interruption.untilNext(now, grace) : null;
    }

    /** Whether the callback cannot answer an interruption by a request or a removal, or has not answered any interruption for a time. */
    public synchronized boolean isOverdue(long now, long grace) {
        return state.isOpen()
                && interruption.isToBeAnswered()
                && (interruption.reason() != Reason.TIME_OVER && !canAnswer() || interruption.isIgnored(now, grace));
    }

    /** Whether a call of the store that failed may have stored the outcome, which appears stale then. */
    public boolean isMaybeAcknowledged() {
        return maybeAcknowledged;
    }

    /** Records the failure of a call that may have stored the outcome. */
    public void maybeAcknowledged() {
        maybeAcknowledged = true;
    }
}
