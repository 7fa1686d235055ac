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

    /** The execution whose attempt this is: in a batch not always that of this task. */
    TaskExecution lead() {
        return execution.lead();
    }

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
        return lead().deadline();
    }

    @Override
    public void touch() {
        lead().touch();
    }

    @Override
    public void completeWith(CompletionStage<?> work) {
        lead().completeWith(work.toCompletableFuture());
    }

    @Override
    public String toString() {
        String last = maxAttempts == RetryLimit.UNLIMITED ? "" : " of " + maxAttempts;
        return name + " " + id() + ", attempt " + attempt() + last;
    }
}
