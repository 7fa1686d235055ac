package io.delayqueue.internal.run;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ReservedTask;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Delivery in this instance: its task, and what is known here of its lease. */
public abstract class LocalDelivery implements Attempt {

    private static final byte[] NOTHING = {};

    private final TopicName topic;

    private final Delivery delivery;

    private final int number;

    private final long dueAt;

    private volatile byte[] detail;

    private final int bytes;

    private final long storeTime;

    private final LongSupplier nanoTime;

    private final long reservedAt;

    private final long leaseNanos;

    private volatile long renewedAt;

    private volatile boolean cancelled;

    private volatile boolean lost;

    /**
     * Creates a delivery.
     *
     * @param storeTime the store's time of the reservation, in milliseconds since the epoch
     * @param leasedAt the earliest start of the lease, by {@code nanoTime}
     * @param lease the duration of the lease without a renewal
     * @param nanoTime measures durations, like {@link System#nanoTime}
     */
    LocalDelivery(
            TopicName topic, ReservedTask task, long storeTime, long leasedAt, Duration lease, LongSupplier nanoTime) {
        this.topic = topic;
        this.delivery = task.delivery();
        this.number = task.attempt();
        this.dueAt = task.dueAt();
        this.detail = task.detail();
        this.bytes = detail.length;
        this.storeTime = storeTime;
        this.nanoTime = nanoTime;
        this.reservedAt = nanoTime.getAsLong();
        this.renewedAt = leasedAt;
        this.leaseNanos = lease.toNanos();
    }

    @Override
    public final TopicName topic() {
        return topic;
    }

    @Override
    public final String id() {
        return delivery.id();
    }

    @Override
    public final int number() {
        return number;
    }

    public final Delivery delivery() {
        return delivery;
    }

    /** The task as JSON; empty after its release. */
    public final byte[] detail() {
        return detail;
    }

    /** Size of its current or former detail. */
    public final int bytes() {
        return bytes;
    }

    /** Releases the detail, because outcomes wait while the store does not answer. Allocates nothing. */
    public void forgetDetail() {
        detail = NOTHING;
    }

    final long now() {
        return nanoTime.getAsLong();
    }

    public final long reservedAt() {
        return reservedAt;
    }

    public final long renewedAt() {
        return renewedAt;
    }

    public final void renewed(long now) {
        renewedAt = now;
    }

    /**
     * Estimates the store's time in milliseconds since the epoch: never ahead of it, behind it by at most the time of a reply.
     */
    public final long storeNow() {
        return storeTime + TimeUnit.NANOSECONDS.toMillis(now() - reservedAt);
    }

    /** Time since this attempt was due, by the store's clock. */
    final Duration lateness() {
        return Duration.ofMillis(Math.max(0, storeNow() - dueAt));
    }

    /** Records that the task was removed or replaced. */
    public final void cancel() {
        cancelled = true;
    }

    public final boolean isCancelled() {
        return cancelled;
    }

    /** Records that the store will not receive, or not accept, the outcome of the callback. */
    public final void lost() {
        lost = true;
    }

    /** Whether the task is leased as far as known: its lease has not expired, and no renewal has found it lost. */
    public final boolean isLeased() {
        return !lost && now() - renewedAt < leaseNanos;
    }

    /** Whether it is known that the outcome of the callback will be discarded. */
    final boolean isOutcomeVoid() {
        return cancelled || lost;
    }
}
