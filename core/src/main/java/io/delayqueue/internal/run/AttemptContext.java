package io.delayqueue.internal.run;

import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.store.TaskDetail;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

record AttemptContext(TaskExecution execution, TaskDetail detail, int maxAttempts) implements TaskContext {

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
    public void completeWith(CompletionStage<?> work) {
        execution.attempt().completeWith(work.toCompletableFuture());
    }

    @Override
    public String toString() {
        String last = maxAttempts == RetryLimit.UNLIMITED ? "" : " of " + maxAttempts;
        return execution.topic() + " " + id() + ", attempt " + attempt() + last;
    }
}
