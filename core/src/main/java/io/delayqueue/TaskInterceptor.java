package io.delayqueue;

/**
 * Intercepts every callback of an instance, for example to measure it or to set up its context. Thread-safe.
 *
 * <p>Called on the callback's thread, within the time to run, once for each attempt, after the task has been read and its callback
 * found. A task that cannot be read becomes a dead letter without a call. A batch is one call.
 *
 * <p>An asynchronous callback may still work when {@link TaskInvocation#proceed} has returned. An interceptor that measures attempts
 * or handles their failures intercepts the end: see {@link TaskInvocation#interceptEnd}.
 */
@FunctionalInterface
public interface TaskInterceptor {

    /**
     * Runs one attempt. {@link TaskInvocation#proceed} calls the next interceptor or, after the last, the callback; an interceptor
     * that does not call it handles the task itself. As with the callback, a return finishes the task and an exception fails the
     * attempt.
     *
     * @param invocation the attempt
     * @throws Exception to fail this attempt; usually the exception of {@link TaskInvocation#proceed}
     */
    void intercept(TaskInvocation invocation) throws Exception;
}
