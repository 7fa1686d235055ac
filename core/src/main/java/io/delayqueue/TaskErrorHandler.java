package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Decides what a failure of a callback means, in one place for many callbacks. Thread-safe.
 *
 * <p>Returning leaves the failure as it was: the attempt has failed with it, and the task is retried as usual. Throwing something
 * else puts that in its place: a {@link RetryTaskException} or {@link RejectTaskException} to say what becomes of the task,
 * another exception to say it in other words. A failure cannot be made a success.
 *
 * <p>Called on the callback's thread, within the time to run, for whatever the callback throws, or an interceptor between the two.
 * With Spring that is every {@link TaskInterceptor} whose order is above {@code Ordered.HIGHEST_PRECEDENCE + 1000}. What it
 * decides does not count for an attempt that was interrupted: at the end of its time to run that is what it failed of, and when the
 * engine stops its task is given back. A task that cannot be read goes to the dead letters without it.
 */
@FunctionalInterface
public interface TaskErrorHandler {

    /**
     * An attempt has failed.
     *
     * @param context what the callback knew of the task
     * @param payload what the callback received; null if the task has none, or if it brought its callback along
     * @param failure what was thrown
     * @throws Exception to fail the attempt with that instead
     */
    void onError(TaskContext context, @Nullable Object payload, Throwable failure) throws Exception;

    /**
     * This handler as an interceptor, for an engine that is built without Spring: the first one that is added hears of all.
     *
     * @return an interceptor that hands over what is thrown inside it; what this handler throws instead keeps that as its cause
     *     or among its suppressed
     */
    default TaskInterceptor asInterceptor() {
        return invocation -> {
            try {
                invocation.proceed();
            } catch (Throwable failure) {
                decide(invocation, failure);
                throw failure;
            }
        };
    }

    private void decide(TaskInvocation invocation, Throwable failure) throws Exception {
        try {
            onError(invocation.context(), invocation.payload(), failure);
        } catch (Throwable other) {
            if (other != failure && other.getCause() != failure) {
                other.addSuppressed(failure);
            }
            throw other;
        }
    }
}
