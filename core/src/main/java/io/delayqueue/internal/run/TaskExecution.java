package io.delayqueue.internal.run;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.delayqueue.DeadReason;
import io.delayqueue.Repeat;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.internal.codec.RunningTask;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.AttemptedTask;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Failures;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskDetail;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One delivery in this instance, with its lease, from its reservation until the store has taken its outcome. */
public final class TaskExecution implements AttemptedTask {

    /** The order of deliveries, so that the same use has the same history. */
    public static final Comparator<TaskExecution> BY_DELIVERY = Comparator.<TaskExecution>comparingLong(
                    execution -> execution.delivery.number())
            .thenComparing(TaskExecution::id);

    private static final byte[] NOTHING = {};

    private final TopicName topic;

    private final Delivery delivery;

    private final int number;

    private final long dueAt;

    private final long requeuedAt;

    private final long retriedSince;

    private volatile byte[] detail;

    private final int bytes;

    private final long storeTime;

    private final EngineTime time;

    private final long reservedAt;

    private volatile long leaseNanos;

    private volatile long renewedAt;

    private volatile boolean cancelled;

    private volatile boolean lost;

    private volatile @Nullable TaskDetail task;

    private volatile @Nullable PendingOutcome apart;

    private volatile @Nullable String result;

    private volatile @Nullable Reported reported;

    /** The attempt of this task: in a batch that of the piece in which the task runs. */
    private volatile Attempt attempt = new Attempt(this);

    /** Receives the failure and the end of the attempt. */
    private volatile AttemptCaller caller = AttemptCaller.ON_THREADS;

    private boolean maybeAcknowledged;

    /**
     * Progress of this delivery.
     *
     * @param at the time of the report, by {@link #now}
     */
    public record Reported(RunningTask task, long at) {}

    /**
     * Creates the execution of a reserved task.
     *
     * @param storeTime the store's time of the reservation, in milliseconds since the epoch
     * @param leasedAt the earliest start of the lease, by this time
     * @param lease the duration of the lease without a renewal
     */
    public TaskExecution(
            TopicName topic, ReservedTask task, long storeTime, long leasedAt, Duration lease, EngineTime time) {
        this.topic = topic;
        this.delivery = task.delivery();
        this.number = task.attempt();
        this.dueAt = task.dueAt();
        this.requeuedAt = task.requeuedAt();
        this.retriedSince = task.begunAt() == 0 ? storeTime : task.begunAt();
        this.detail = task.detail();
        this.bytes = detail.length;
        this.storeTime = storeTime;
        this.time = time;
        this.reservedAt = now();
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

    EngineTime time() {
        return time;
    }

    long now() {
        return time.now();
    }

    public long reservedAt() {
        return reservedAt;
    }

    public long renewedAt() {
        return renewedAt;
    }

    /** Records a lease. */
    public void leased(long from, Duration length) {
        leaseNanos = length.toNanos();
        renewedAt = from;
    }

    /** Nanoseconds until the lease ends, unless it is renewed; not positive if it has ended. */
    public long leaseLeft() {
        return leaseNanos - (now() - renewedAt);
    }

    /**
     * Estimates the store's time in milliseconds since the epoch: never ahead of it, behind it by at most the time of a reply.
     */
    public long storeNow() {
        return storeTime + NANOSECONDS.toMillis(now() - reservedAt);
    }

    /** The due time of the task or of its occurrence, in milliseconds since the epoch; that of the attempt if the task could not be read. */
    long dueAt() {
        TaskDetail read = task;
        return read == null ? dueAt : read.dueAt().toEpochMilli();
    }

    /** Milliseconds from the due time of the attempt to a begin of the attempt. */
    long lateness(long begunAt) {
        return Math.max(0, storeTime + NANOSECONDS.toMillis(begunAt - reservedAt) - dueAt);
    }

    /** Reports the start of the attempt to observers: how late it is, and how long the key of the task let it wait. */
    public void started(Observers observers, TaskDetail read) {
        Duration lateness = Duration.ofMillis(lateness(now()));
        observers.each(observer -> observer.started(topic, lateness));
        Duration keyWait = read.keyWait(number, dueAt, requeuedAt);
        if (keyWait != null) {
            observers.each(observer -> observer.waitedForKey(topic, keyWait));
        }
    }

    /** Age of retries: the time since the lease of the first attempt. */
    Duration retriedFor() {
        return Duration.ofMillis(storeNow() - retriedSince);
    }

    /** Returns a failure of the attempt as JSON, with the store's time like all other times in the store. */
    public String json(Throwable failure, @Nullable DeadReason deadReason) {
        return Failures.write(number, failure, Instant.ofEpochMilli(storeNow()), deadReason, true);
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
        return !lost && leaseLeft() > 0;
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
    public TaskDetail read() throws UnreadableTaskException {
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

    /** Releases the task, because outcomes wait while the store does not answer. Allocates nothing. */
    public void forgetDetail() {
        detail = NOTHING;
        task = null;
        result = null;
    }

    /** Sets the result as JSON, for the record of the task. */
    void result(@Nullable String json) {
        result = json;
    }

    @Nullable
    String result() {
        return result;
    }

    /** The attempt of this task: in a batch that of the piece in which the task runs. */
    public Attempt attempt() {
        return attempt;
    }

    /** Makes the attempt of a piece that of this task. */
    void joins(Attempt piece) {
        attempt = piece;
    }

    /** Sets the outcome of a task without a call of its callback. The other tasks of a batch begin without the task. */
    void apart(PendingOutcome outcome) {
        apart = outcome;
    }

    @Nullable
    PendingOutcome apart() {
        return apart;
    }

    /** Records that the task is in the list of its batch. */
    void begins() {
        caller = attempt.caller().with(this);
    }

    void calledBy(AttemptCaller by) {
        caller = by;
    }

    /** Receives the failure and the end of the attempt. */
    public AttemptCaller caller() {
        return caller;
    }

    /** Records progress that the callback has reported. */
    void progress(Progress progress) {
        RunningTask running = new RunningTask(delivery.topic(), delivery.id(), delivery.number(), progress);
        reported = new Reported(running, now());
        caller.progressed(progress);
    }

    /** The last progress that the callback has reported, as heartbeats have it; null if there is none. */
    public @Nullable Reported reported() {
        return reported;
    }

    /** The last progress that the callback has reported; null if there is none. */
    public @Nullable Progress progress() {
        Reported last = reported;
        return last == null ? null : last.task().progress();
    }

    /** Records that the callback has failed or exceeded its time. */
    void failed(Throwable failure) {
        if (attempt.isOpen()) {
            caller.failed(failure);
        }
    }

    /** Simulates a crash of the instance. */
    public void crash() {
        attempt.crash();
        caller.crashed();
    }

    @Override
    public void paused(Duration length) {
        attempt.paused(length);
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
