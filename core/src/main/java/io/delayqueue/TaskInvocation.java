package io.delayqueue;

import org.jspecify.annotations.Nullable;

/** One attempt of a task, as its interceptors see it. */
public interface TaskInvocation {

    /** {@return the task's id, attempt, times and headers: what the callback gets too} */
    TaskContext context();

    /**
     * What the callback receives.
     *
     * @return the payload as the callback's type; null if the task has none, or if it brought its callback along
     */
    @Nullable
    Object payload();

    /**
     * Goes on to the next interceptor, or to the callback. To be called once at most, on the calling thread.
     *
     * @throws Exception what the callback, or an interceptor on the way to it, has thrown
     */
    void proceed() throws Exception;
}
