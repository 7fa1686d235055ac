package io.delayqueue.internal.run;

import static java.util.Objects.requireNonNull;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.log.LogText;
import io.delayqueue.store.StoredRecord;
import io.delayqueue.store.TaskDetail;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

record AttemptContext(TaskExecution execution, TaskDetail detail, int maxAttempts, RecordWriter records)
        implements TaskContext {

    private static final int MAX_TRACE_ID = 128;

    @Override
    public String group() {
        return execution.topic().group();
    }

    @Override
    public String topic() {
        return execution.topic().topic();
    }

    @Override
    public String id() {
        return execution.id();
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
    public int attempt() {
        return execution.number();
    }

    @Override
    public long delivery() {
        return execution.delivery().number();
    }

    @Override
    public Instant occurrence() {
        return detail.occurrence();
    }

    @Override
    public boolean isCancelled() {
        return execution.isOutcomeVoid();
    }

    @Override
    public @Nullable Instant deadline() {
        return execution.attempt().deadline();
    }

    @Override
    public void touch() {
        execution.attempt().touch();
    }

    @Override
    public void progress(long done, long total, @Nullable String text) {
        InvalidTaskException.require(done >= 0, "done", done, "must not be negative");
        InvalidTaskException.require(total >= 0, "total", total, "must not be negative");
        execution.progress(new Progress(done, total, StoredRecord.progressText(text)));
    }

    @Override
    public void completeWith(CompletionStage<?> work) {
        requireNonNull(work, "work must not be null");
        execution.attempt().completeWith(work.toCompletableFuture());
    }

    @Override
    public void result(@Nullable Object result) {
        execution.result(records.result(execution, result, false));
    }

    @Override
    public void returned(@Nullable Object value) {
        if (execution.result() == null && !execution.attempt().isBatch()) {
            execution.result(records.result(execution, value, true));
        }
    }

    @Override
    public void traced(String traceId) {
        execution.attempt().traced(LogText.shorten(requireNonNull(traceId, "traceId must not be null"), MAX_TRACE_ID));
    }

    @Override
    public String toString() {
        String last = maxAttempts == RetryLimit.UNLIMITED ? "" : " of " + maxAttempts;
        return execution.topic() + " " + id() + ", attempt " + attempt() + last;
    }
}
