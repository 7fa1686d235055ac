package io.delayqueue.internal.pull;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.Receipt;
import io.delayqueue.log.JsonFailure;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskDetail;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;

/** Pulled task with its lease. */
final class LeasedTask extends DeliveryLease implements PulledTask {

    private final ReservedTask task;

    private final TaskDetail detail;

    private final long storeTime;

    private final long arrivedAt;

    private volatile long leaseEnds;

    /**
     * Start and length of a lease.
     *
     * @param ttr the duration of a full lease
     * @param from its earliest start, by the engine's time
     * @param storeTime its start by the store's time, in milliseconds since the epoch
     */
    record Lease(Duration ttr, long from, long storeTime) {}

    LeasedTask(PullContext context, TopicName topic, ReservedTask task, TaskDetail detail, Lease lease) {
        super(
                context,
                Receipt.of(
                        topic,
                        task.delivery(),
                        task.attempt(),
                        lease.ttr(),
                        detail.dueAt().toEpochMilli(),
                        detail.options().repeat()));
        this.task = task;
        this.detail = detail;
        this.storeTime = lease.storeTime();
        this.arrivedAt = context.time().now();
        leased(lease.from(), lease.ttr());
    }

    @Override
    void leased(long from, Duration length) {
        leaseEnds = from + length.toNanos();
    }

    @Override
    public long delivery() {
        return named().number();
    }

    @Override
    public Instant occurrence() {
        return detail.occurrence();
    }

    @Override
    public Instant dueAt() {
        return detail.dueAt();
    }

    @Override
    public Task.Options options() {
        return detail.options();
    }

    @Override
    public @Nullable Integer maxAttempts() {
        return options().maxAttempts();
    }

    @Override
    public @Nullable String payload() {
        return detail.payloadText();
    }

    @Override
    public <T> @Nullable T payload(Class<T> type) {
        return read(context.mapper().constructType(Objects.requireNonNull(type, "type must not be null")));
    }

    @Override
    public <T> @Nullable T payload(TypeReference<T> type) {
        return read(context.mapper().constructType(Objects.requireNonNull(type, "type must not be null")));
    }

    private <T> @Nullable T read(JavaType type) {
        byte[] json = detail.payload();
        try {
            return json == null ? null : context.mapper().readValue(json, type);
        } catch (JacksonException e) {
            throw new InvalidTaskException(
                    "payload must fit " + type.toCanonical() + ", but does not" + JsonFailure.describe(e), e);
        }
    }

    @Override
    public Duration leaseLeft() {
        return Duration.ofNanos(Math.max(0, leaseEnds - context.time().now()));
    }

    @Override
    long storeNow() {
        return storeTime + Duration.ofNanos(context.time().now() - arrivedAt).toMillis();
    }

    /** Time for which the key of the task let it wait before its first attempt; null without a key, and for further attempts. */
    @Nullable
    Duration keyWait() {
        return detail.keyWait(task.attempt(), task.dueAt(), task.requeuedAt());
    }

    /** Time since this attempt was due, by the store's clock. */
    Duration lateness() {
        return Duration.ofMillis(Math.max(0, storeNow() - task.dueAt()));
    }
}
