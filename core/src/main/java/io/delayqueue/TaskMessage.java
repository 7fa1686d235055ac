package io.delayqueue;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One task of a batch.
 *
 * @param payload the payload of the task; null only if the task was added without one
 * @param context the context of the attempt of this task. The time to run and the work that continues after the callback are those of the batch
 * @param <P> the type of the payload
 */
public record TaskMessage<P extends @Nullable Object>(P payload, TaskContext context) {

    /** Refuses a missing context. */
    public TaskMessage {
        requireNonNull(context, "context must not be null");
    }

    /** Returns the tasks of a batch by the payload of its invocation; none if the invocation is that of one task. */
    static List<TaskMessage<?>> batch(@Nullable Object payload) {
        return payload instanceof List<?> list && list.stream().allMatch(TaskMessage.class::isInstance)
                ? list.stream().<TaskMessage<?>>map(TaskMessage.class::cast).toList()
                : List.of();
    }
}
