package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskContext;
import org.jspecify.annotations.Nullable;

/** Argument of one parameter of a listener method. */
@FunctionalInterface
interface Argument {

    /**
     * Finds the value for one call.
     *
     * @throws io.delayqueue.RejectTaskException if no attempt of this task can have a value
     */
    @Nullable
    Object of(@Nullable Object payload, TaskContext context);
}
