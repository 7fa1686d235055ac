package io.delayqueue;

import org.jspecify.annotations.Nullable;

/** Invocation of a callback for one attempt of a task. */
public interface TaskInvocation {

    /** {@return the context that the callback receives; in a batch that of the first task} */
    TaskContext context();

    /**
     * Returns the payload for the callback.
     *
     * @return the payload as the callback's type; null if the task has none, or carries its callback. In a batch a list of {@link TaskMessage}
     */
    @Nullable
    Object payload();

    /**
     * Calls the next interceptor, or the callback. May be called at most once, on the calling thread.
     *
     * <p>Returns when the callback does. An asynchronous callback may not have ended then: see {@link #interceptEnd}.
     *
     * @throws Exception the exception of the callback or of an interceptor before it
     */
    void proceed() throws Exception;

    /**
     * Intercepts the end of the attempt. The interceptor that is passed here is called exactly once, unless the work never ends or
     * the process dies: when the calling interceptor has returned or thrown its exception or, if the callback is asynchronous, when its
     * work has ended or is given up, on a thread for callbacks. There, {@link #proceed} has the result of the interceptors inside and of
     * their ends: it throws the failure of the attempt, if it has failed. As in the beginning, a return finishes the task, also
     * without a call of {@link #proceed}, and an exception fails the attempt.
     *
     * <pre>{@code
     * public void intercept(TaskInvocation invocation) throws Exception {
     *     Stopwatch watch = Stopwatch.start();
     *     invocation.interceptEnd(end -> {
     *         try {
     *             end.proceed();
     *         } finally {
     *             watch.stop();
     *         }
     *     });
     *     invocation.proceed();
     * }
     * }</pre>
     *
     * @param end intercepts the end, within those that were passed here before
     * @throws IllegalStateException if the calling interceptor has returned, or intercepts the end itself
     */
    void interceptEnd(TaskInterceptor end);
}
