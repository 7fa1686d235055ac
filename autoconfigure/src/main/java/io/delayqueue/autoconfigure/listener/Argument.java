package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskContext;
import org.jspecify.annotations.Nullable;

/** What one parameter of a listener method gets. */
@FunctionalInterface
interface Argument {

    /**
     * Finds the value of one call.
     *
     * @throws io.delayqueue.RejectTaskException if this task can never give one
     */
    @Nullable
    Object of(@Nullable Object payload, TaskContext context);
}
