package io.delayqueue.internal.run;

import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.store.TaskDetail;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

record AttemptContext(TopicName name, TaskExecution execution, TaskDetail detail, int maxAttempts)
        implements TaskContext {

    @Override
    public String group() {
        return name.group();
    }

    @Override
    public String topic() {
        return name.topic();
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
        return execution.deadline();
    }

    @Override
    public void touch() {
        execution.touch();
    }

    @Override
    public void completeWith(CompletionStage<?> work) {
        execution.completeWith(work.toCompletableFuture());
    }

    @Override
    public String toString() {
        String last = maxAttempts == RetryLimit.UNLIMITED ? "" : " of " + maxAttempts;
        return name + " " + id() + ", attempt " + attempt() + last;
    }
}
