package io.delayqueue.internal.pull;

import static java.util.Objects.requireNonNull;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.internal.codec.Receipt;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.log.JsonFailure;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskDetail;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;

/** Pulled task with its lease. */
final class LeasedTask extends DeliveryLease implements PulledTask {

    private final TaskExecution execution;

    private final TaskDetail detail;

    LeasedTask(PullContext context, TaskExecution execution, TaskDetail detail, Duration ttr) {
        super(
                context,
                Receipt.of(
                        execution.topic(),
                        execution.delivery(),
                        execution.number(),
                        ttr,
                        detail.dueAt().toEpochMilli(),
                        detail.options().repeat()));
        this.execution = execution;
        this.detail = detail;
    }

    @Override
    void leased(long from, Duration length) {
        execution.leased(from, length);
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
        return read(context.mapper().constructType(requireNonNull(type, "type must not be null")));
    }

    @Override
    public <T> @Nullable T payload(TypeReference<T> type) {
        return read(context.mapper().constructType(requireNonNull(type, "type must not be null")));
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
        return Duration.ofNanos(Math.max(0, execution.leaseLeft()));
    }

    @Override
    long storeNow() {
        return execution.storeNow();
    }

    @Override
    Outcome recorded(Outcome outcome) {
        return context.records().recorded(execution, outcome, execution.reservedAt());
    }

    /** Reports the task as leased. */
    void started() {
        execution.started(context.observers(), detail);
    }
}
