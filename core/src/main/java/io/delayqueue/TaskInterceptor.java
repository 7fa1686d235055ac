package io.delayqueue;

/**
 * Stands around every callback of an instance: to measure it, to set up what it needs, to look at how it ends. Thread-safe.
 *
 * <p>Called on the callback's thread, within the time to run, once for each attempt, when the task has been read and its callback
 * found. A task that cannot be read goes to the dead letters without it.
 */
@FunctionalInterface
public interface TaskInterceptor {

    /**
     * Runs one attempt. {@link TaskInvocation#proceed} goes on to the next interceptor, at last to the callback; an interceptor
     * that does not call it has handled the task itself. Returning finishes the task, throwing fails the attempt, as with the
     * callback itself.
     *
     * @param invocation the attempt
     * @throws Exception to fail this attempt; usually what {@link TaskInvocation#proceed} threw
     */
    void intercept(TaskInvocation invocation) throws Exception;
}
