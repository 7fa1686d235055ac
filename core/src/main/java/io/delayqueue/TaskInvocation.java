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
     * <p>Returns before the end of an asynchronous callback, unless that ends at once: see {@link #isPending}.
     *
     * @throws Exception the exception of the callback or of an interceptor before it
     */
    void proceed() throws Exception;

    /**
     * Returns whether the callback has returned and its work continues. The attempt has not ended then.
     *
     * @return whether it continues
     */
    boolean isPending();

    /**
     * Intercepts the end of an asynchronous callback too. When its work has ended, or is given up, the interceptors that were passed
     * here are called on a thread for callbacks, in the order of those that passed them. {@link #proceed} then calls the next one or,
     * after the last, throws the failure of the work, if it has failed. Each is called exactly once, unless the work
     * never ends or the process dies. So an interceptor that treats the beginning and the end alike passes itself:
     *
     * <pre>{@code
     * public void intercept(TaskInvocation invocation) throws Exception {
     *     try (Tenant tenant = Tenant.enter(invocation.context())) {
     *         invocation.proceed();
     *     }
     *     if (invocation.isPending()) {
     *         invocation.interceptEnd(this);
     *     }
     * }
     * }</pre>
     *
     * @param end intercepts the end, in place of one that was passed here before
     * @throws IllegalStateException if the callback is not {@linkplain #isPending pending}, or all interceptors of its beginning have
     *     returned
     */
    void interceptEnd(TaskInterceptor end);
}
