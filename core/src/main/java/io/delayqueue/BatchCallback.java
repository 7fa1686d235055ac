package io.delayqueue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives the due tasks of one topic in batches, for which {@link io.delayqueue.callback.TopicOptions#batch} has the sizes.
 *
 * <p>A return finishes all tasks of the batch. A {@link BatchFailedException} names those that have failed, and finishes the rest. Any other exception
 * fails all. Each failed task is retried, or becomes a dead letter, by its own number of attempts: with each attempt in a list
 * that is half as long at most, and alone in its last one, unless that is its first too. The context of the call is that of the
 * first task.
 *
 * @param <P> the type of the payloads
 */
@FunctionalInterface
public interface BatchCallback<P extends @Nullable Object> extends TaskCallback<List<TaskMessage<P>>> {

    /**
     * Checks the payload of a task before the batch begins. A task whose check fails is not in the list, and fails alone. Interceptors do not see this
     * failure.
     *
     * @param payload the payload
     * @throws Exception to fail the attempt of this task
     */
    default void check(P payload) throws Exception {}
}
