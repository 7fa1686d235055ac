package io.delayqueue.internal.run;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.delayqueue.TaskError;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordFilter;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TaskRecord.Details;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Failures;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.StoredRecord;
import io.delayqueue.store.TaskDetail;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.databind.json.JsonMapper;

/** Makes the records of tasks and occurrences that end in this instance, of topics with a history. A record has no details that cannot be made. */
public final class RecordWriter {

    private static final Logger log = Loggers.of(RecordWriter.class);

    private static final TaskError NO_FAILURE = new TaskError(null, null, null, null, null, null, null);

    private final Function<TopicName, @Nullable HistoryRule> rules;

    private final JsonMapper mapper;

    private final List<RecordFilter> filters;

    private final LogRateLimiter warning = new LogRateLimiter();

    /**
     * Creates the writer.
     *
     * @param rules returns the rule of a topic; null if the topic has no history
     * @param mapper writes results
     * @param filters change records, the first one first
     */
    public RecordWriter(
            Function<TopicName, @Nullable HistoryRule> rules, JsonMapper mapper, List<RecordFilter> filters) {
        this.rules = rules;
        this.mapper = mapper;
        this.filters = filters;
    }

    /**
     * Writes a result.
     *
     * @param returned whether the callback has returned the result
     * @return the result as JSON; null if no record will have the result, or it cannot be written
     */
    @Nullable
    String result(TaskExecution execution, @Nullable Object result, boolean returned) {
        HistoryRule rule = result == null ? null : rules.apply(execution.topic());
        if (rule == null || returned && !rule.result() || !rule.records(RecordedOutcome.FINISHED)) {
            return null;
        }
        try {
            return mapper.writeValueAsString(result);
        } catch (Throwable e) {
            warn(execution, e);
            return null;
        }
    }

    /** Adds the records to the outcomes of an attempt. */
    List<PendingOutcome> recorded(List<PendingOutcome> ended) {
        return rules.apply(ended.get(0).execution().topic()) == null
                ? ended
                : ended.stream().map(this::recorded).toList();
    }

    private PendingOutcome recorded(PendingOutcome ended) {
        TaskExecution execution = ended.execution();
        long begunAt = execution.attempt().begunAt();
        return new PendingOutcome(execution, recorded(execution, ended.outcome(), begunAt), ended.failure());
    }

    /** Whether an outcome leaves a record. */
    public boolean records(TopicName topic, Outcome outcome) {
        return rule(topic, outcome) != null;
    }

    private @Nullable HistoryRule rule(TopicName topic, Outcome outcome) {
        HistoryRule rule = rules.apply(topic);
        RecordedOutcome recorded = outcome.recorded();
        return rule != null && recorded != null && rule.records(recorded) ? rule : null;
    }

    /**
     * Adds the record to an outcome, if it leaves one.
     *
     * @param begunAt the begin of the attempt, by the engine's time; null if that is unknown
     */
    public Outcome recorded(TaskExecution execution, Outcome outcome, @Nullable Long begunAt) {
        HistoryRule rule = rule(execution.topic(), outcome);
        if (rule == null) {
            return outcome;
        }
        Long begun = outcome.begun() ? begunAt : null;
        AttemptRecord record = new AttemptRecord(
                execution.dueAt(),
                begun == null ? null : execution.lateness(begun),
                begun == null ? null : NANOSECONDS.toMillis(execution.now() - begun),
                outcome.begun() ? execution.number() : execution.number() - 1,
                "",
                false);
        try {
            Details details = details(execution, outcome, rule);
            return outcome.with(more(execution, outcome, record, details));
        } catch (Throwable e) {
            warn(execution, e);
            return outcome.with(record);
        }
    }

    /**
     * Filters and writes details. Without what the application has put into them, if that fails. The messages of attempts before pass no
     * filter, so that the record lists none if a filter does not keep the message.
     */
    private AttemptRecord more(TaskExecution execution, Outcome outcome, AttemptRecord record, Details details) {
        try {
            Details kept = details;
            for (RecordFilter filter : filters) {
                kept = filter.filter(whole(execution, outcome, record, kept));
            }
            return record.more(StoredRecord.more(kept), Objects.equals(kept.errorMessage(), details.errorMessage()));
        } catch (Throwable e) {
            warn(execution, e);
            Details bare = details.payload(null).result(null).errorMessage(null).progress(null);
            return record.more(StoredRecord.more(bare), filters.isEmpty());
        }
    }

    private static TaskRecord whole(TaskExecution execution, Outcome outcome, AttemptRecord record, Details details) {
        Delivery delivery = execution.delivery();
        return new TaskRecord(
                execution.topic(),
                execution.id(),
                requireNonNull(outcome.recorded()),
                Instant.ofEpochMilli(execution.storeNow()),
                Instant.ofEpochMilli(record.dueAt()),
                duration(record.latenessMillis()),
                duration(record.tookMillis()),
                record.attempts(),
                delivery.instance(),
                delivery.key(),
                delivery.tags(),
                details,
                List.of());
    }

    private static @Nullable Duration duration(@Nullable Long millis) {
        return millis == null ? null : Duration.ofMillis(millis);
    }

    private void warn(TaskExecution execution, Throwable failure) {
        if (warning.tryAcquire()) {
            log.warn(
                    "The record of {} in {} lacks parts that could not be made; logged at most once a minute",
                    execution.id(),
                    execution.topic(),
                    failure);
        }
    }

    private static Details details(TaskExecution execution, Outcome outcome, HistoryRule rule) {
        TaskDetail task = execution.task();
        String error = outcome.error();
        TaskError failure = error == null ? NO_FAILURE : Failures.summary(error);
        return new Details(
                task == null || task.occurrence().equals(task.dueAt()) ? null : task.occurrence(),
                outcome.recorded() == RecordedOutcome.FINISHED ? execution.result() : null,
                null,
                execution.progress(),
                execution.attempt().traceId(),
                failure.type(),
                failure.message(),
                failure.deadReason(),
                task == null || !rule.payload() ? null : task.payloadText(),
                null,
                null,
                null);
    }
}
