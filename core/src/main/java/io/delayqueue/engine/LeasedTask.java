package io.delayqueue.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.PulledTask;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.StaleTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.callback.Millis;
import io.delayqueue.callback.TaskDetail;
import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NextRun;
import io.delayqueue.store.Release;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.Retry;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;

/** A delivery in the hands of who pulled it. */
final class LeasedTask implements PulledTask {

    private final PullContext context;

    private final TopicName topic;

    private final ReservedTask task;

    private final TaskDetail detail;

    private final Lease lease;

    private final long arrivedAt = System.nanoTime();

    private volatile long leaseEnds;

    /**
     * How a delivery was leased.
     *
     * @param ttr how long a full lease lasts
     * @param from when it began at the earliest, by {@link System#nanoTime}
     * @param storeTime the store's time when it did, in milliseconds since the epoch
     */
    record Lease(Duration ttr, long from, long storeTime) {}

    LeasedTask(PullContext context, TopicName topic, ReservedTask task, TaskDetail detail, Lease lease) {
        this.context = context;
        this.topic = topic;
        this.task = task;
        this.detail = detail;
        this.lease = lease;
        leased(lease.from(), lease.ttr());
    }

    Delivery delivery() {
        return task.delivery();
    }

    /** The store has leased the task for so long, from this moment on or a little later. */
    void leased(long from, Duration length) {
        leaseEnds = from + length.toNanos();
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
    public int attempt() {
        return task.attempt();
    }

    @Override
    public @Nullable Integer maxAttempts() {
        return detail.maxAttempts();
    }

    @Override
    public Instant dueAt() {
        return detail.dueAt();
    }

    @Override
    public @Nullable String payload() {
        byte[] json = detail.payload();
        return json == null ? null : new String(json, UTF_8);
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
                    "payload", "payload must fit " + type.toCanonical() + ", but does not: " + e.getMessage(), e);
        }
    }

    @Override
    public Map<String, String> headers() {
        return detail.headers();
    }

    @Override
    public @Nullable String description() {
        return detail.description();
    }

    @Override
    public Duration ttr() {
        return lease.ttr();
    }

    @Override
    public Duration leaseLeft() {
        return Duration.ofNanos(Math.max(0, leaseEnds - System.nanoTime()));
    }

    @Override
    public void finish() {
        NextRun next = context.repeats()
                .next(
                        new Repeats.Ended(
                                delivery(), detail.repeat(), detail.dueAt().toEpochMilli(), storeNow()),
                        null);
        if (next == null) {
            settle(TaskStore::finish, delivery(), TaskOutcome.FINISHED);
        } else {
            settle(TaskStore::repeat, next, TaskOutcome.FINISHED);
        }
    }

    @Override
    public void retry(Duration delay, String reason) {
        long millis = Millis.up(Task.requireDelay(delay));
        Objects.requireNonNull(reason, "reason must not be null");
        settle(
                TaskStore::retry,
                new Retry(delivery(), millis, error(new RetryTaskException(delay, reason))),
                TaskOutcome.RETRIED);
    }

    @Override
    public void bury(String reason) {
        Objects.requireNonNull(reason, "reason must not be null");
        settle(TaskStore::bury, new Burial(delivery(), error(new RejectTaskException(reason))), TaskOutcome.DEAD);
    }

    @Override
    public void release() {
        settle(TaskStore::release, new Release(delivery(), false), TaskOutcome.RETURNED);
    }

    @Override
    public void touch() {
        long from = System.nanoTime();
        requireCurrent(store -> store.renew(topic.group(), List.of(delivery()), ttr()));
        leased(from, ttr());
    }

    /** The store's time now, in milliseconds since the epoch: never ahead of it, behind it by a reply's way at most. */
    private long storeNow() {
        return lease.storeTime()
                + Duration.ofNanos(System.nanoTime() - arrivedAt).toMillis();
    }

    /** How long ago this attempt was due, by the store's clock. */
    Duration lateness() {
        return Duration.ofMillis(Math.max(0, storeNow() - task.dueAt()));
    }

    private String error(Throwable failure) {
        return Failure.toJson(attempt(), failure, Instant.ofEpochMilli(storeNow()));
    }

    private interface Step<E> {
        List<Delivery> make(TaskStore store, String group, List<E> entries);
    }

    private <E> void settle(Step<E> step, E entry, TaskOutcome outcome) {
        requireCurrent(store -> step.make(store, topic.group(), List.of(entry)));
        leaseEnds = System.nanoTime();
        context.observers().ended(topic, outcome);
    }

    private void requireCurrent(Function<TaskStore, List<Delivery>> step) {
        if (!step.apply(context.store().get()).isEmpty()) {
            leaseEnds = System.nanoTime();
            throw new StaleTaskException(topic, id(), attempt());
        }
    }

    @Override
    public String toString() {
        return topic + " " + id() + ", attempt " + attempt();
    }
}
