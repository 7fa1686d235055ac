package io.delayqueue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
 *
 * <p>In a batch the handler decides for each failed task by itself: for those that a {@link BatchFailedException} names, or for all.
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
            List<TaskMessage<?>> batch = TaskMessage.batch(end.payload());
            if (!batch.isEmpty()) {
                throw decided(batch, failure);
            }
            decide(end.context(), end.payload(), failure);
            throw failure;
        }
    }

    /** Returns what the tasks of a batch fail with. */
    private BatchFailedException decided(List<TaskMessage<?>> batch, Throwable failure) {
        BatchFailedException named = failure instanceof BatchFailedException one ? one : null;
        Map<Integer, Throwable> decisions = named == null ? new TreeMap<>() : new TreeMap<>(named.failures());
        for (int i = 0; i < batch.size(); i++) {
            Throwable own = named == null ? failure : decisions.get(i);
            if (own != null) {
                decisions.put(i, own);
                try {
                    decide(batch.get(i).context(), batch.get(i).payload(), own);
                } catch (Throwable other) {
                    decisions.put(i, other);
                }
            }
        }
        return named == null ? new BatchFailedException(decisions) : named.with(decisions);
    }

    private void decide(TaskContext context, @Nullable Object payload, Throwable failure) throws Exception {
        try {
            onError(context, payload, failure);
        } catch (Throwable other) {
            if (other != failure && other.getCause() != failure) {
                other.addSuppressed(failure);
            }
            throw other;
        }
    }
}
