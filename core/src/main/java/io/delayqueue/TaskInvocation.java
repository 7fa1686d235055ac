package io.delayqueue;

import org.jspecify.annotations.Nullable;

/** Invocation of a callback for one attempt of a task. */
public interface TaskInvocation {

    /** {@return the context that the callback receives} */
    TaskContext context();

    /**
     * Returns the payload for the callback.
     *
     * @return the payload as the callback's type; null if the task has none, or carries its callback
     */
    @Nullable
    Object payload();

    /**
     * Calls the next interceptor, or the callback. May be called at most once, on the calling thread.
     *
     * @throws Exception the exception of the callback or of an interceptor before it
     */
    void proceed() throws Exception;
}
