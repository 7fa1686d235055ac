package io.delayqueue.internal.pull;

import static java.util.Objects.requireNonNull;

import io.delayqueue.DeadReason;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.codec.Receipt;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.pull.StaleTaskException;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Failures;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lease known only by its receipt, possibly from another process. */
class DeliveryLease implements TaskLease {

    final PullContext context;

    private final Receipt receipt;

    DeliveryLease(PullContext context, Receipt receipt) {
        this.context = context;
        this.receipt = receipt;
    }

    /** The delivery that the receipt names. */
    final Delivery named() {
        return receipt.delivery();
    }

    /** {@return the lease as text} */
    public final String receipt() {
        return receipt.toText();
    }

    @Override
    public final TopicName topic() {
        return receipt.topic();
    }

    @Override
    public final String id() {
        return named().id();
    }

    @Override
    public final int attempt() {
        return receipt.attempt();
    }

    @Override
    public final Duration ttr() {
        return receipt.ttr();
    }

    @Override
    public final void finish() {
        acknowledge(finished());
    }

    /** The outcome of a task that is done. */
    final Outcome finished() {
        Outcome next = context.repeats().next(named(), receipt.repeat(), receipt.dueAt(), this::storeNow, null);
        return recorded(next == null ? new Outcome.Finished(named()) : next);
    }

    /** Adds the record of the task to its outcome, if the outcome leaves one. */
    Outcome recorded(Outcome outcome) {
        if (!context.records().records(topic(), outcome)) {
            return outcome;
        }
        ReservedTask task = new ReservedTask(named(), attempt(), receipt.dueAt(), 0, 0, new byte[0]);
        EngineTime time = context.time();
        long now = time.clock().millis();
        return context.records()
                .recorded(new TaskExecution(topic(), task, now, time.now(), ttr(), time), outcome, null);
    }

    @Override
    public final void retry(Duration delay, String reason) {
        again(new RetryTaskException(delay, reason));
    }

    @Override
    public final void later(Duration delay, String reason) {
        again(RetryTaskException.later(delay, reason));
    }

    private void again(RetryTaskException asked) {
        long millis = Millis.up(Task.requireDelay(asked.delay()));
        requireNonNull(asked.getMessage(), "reason must not be null");
        acknowledge(new Outcome.Retry(named(), millis, error(asked, null), asked.counts()));
    }

    @Override
    public final void bury(String reason) {
        requireNonNull(reason, "reason must not be null");
        acknowledge(recorded(new Outcome.Dead(named(), error(new RejectTaskException(reason), DeadReason.REJECTED))));
    }

    @Override
    public final void release() {
        acknowledge(new Outcome.Released(named(), false));
    }

    @Override
    public final void touch() {
        long from = context.time().now();
        requireCurrent(store -> store.renew(topic().group(), List.of(named()), ttr()));
        leased(from, ttr());
    }

    /** Called when the store has leased the task for this duration, from this moment or a little later. */
    void leased(long from, Duration length) {}

    /**
     * An estimate of the store's time in milliseconds since the epoch: never ahead of it, behind it by at most the time of a reply.
     */
    long storeNow() {
        return context.store().time(topic().group());
    }

    private String error(Throwable reason, @Nullable DeadReason deadReason) {
        return Failures.write(attempt(), reason, Instant.ofEpochMilli(storeNow()), deadReason, false);
    }

    private void acknowledge(Outcome outcome) {
        requireCurrent(store -> store.acknowledge(topic().group(), List.of(outcome)));
        acknowledged(outcome);
    }

    /** The store has the outcome, or the lease has ended without one of this lease. */
    final void acknowledged(@Nullable Outcome outcome) {
        leased(context.time().now(), Duration.ZERO);
        if (outcome != null) {
            context.observers().ended(topic(), outcome);
        }
    }

    private void requireCurrent(Function<TaskStore, List<Delivery>> step) {
        if (!step.apply(context.store()).isEmpty()) {
            acknowledged(null);
            throw new StaleTaskException(topic(), id(), attempt());
        }
    }

    @Override
    public String toString() {
        return topic() + " " + id() + ", attempt " + attempt();
    }
}
