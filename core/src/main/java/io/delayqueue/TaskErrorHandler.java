package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Handles failures of callbacks in one place. Thread-safe.
 *
 * <p>If the handler returns, the attempt fails with the original exception and the task is retried as usual. An exception that it
 * throws replaces the original one: a {@link RetryTaskException} or {@link RejectTaskException} decides what happens to the task,
 * any other changes the recorded error. A failure cannot become a success.
 *
 * <p>Called on a thread for callbacks, within the time to run, for each exception of the callback or of an interceptor between the
 * two. With Spring these are all with an order above {@code Ordered.HIGHEST_PRECEDENCE + 1000}. Its decision is ignored for an
 * interrupted attempt: one that exceeds its time to run fails with that, and the task of one that a stop of the engine interrupts
 * is released. A task that cannot be read becomes a dead letter without a call.
 */
@FunctionalInterface
public interface TaskErrorHandler {

    /**
     * Handles a failed attempt.
     *
     * @param context the context of the attempt
     * @param payload the payload; null if the task has none, or carries its callback
     * @param failure the exception
     * @throws Exception to fail the attempt with this exception
     */
    void onError(TaskContext context, @Nullable Object payload, Throwable failure) throws Exception;

    /**
     * Returns this handler as an interceptor, for an engine without Spring. The one that is added first handles the failures of all
     * others.
     *
     * @return the interceptor; an exception of this handler has the original one as its cause or among its suppressed exceptions
     */
    default TaskInterceptor asInterceptor() {
        return invocation -> {
            invocation.interceptEnd(this::handle);
            invocation.proceed();
        };
    }

    private void handle(TaskInvocation end) throws Exception {
        try {
            end.proceed();
        } catch (Throwable failure) {
            decide(end, failure);
            throw failure;
        }
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
