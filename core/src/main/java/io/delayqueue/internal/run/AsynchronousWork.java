package io.delayqueue.internal.run;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import io.delayqueue.log.StackText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Work of an asynchronous callback, which continues after the callback has returned. Its end is the attempt's, and passes the
 * interceptors in place of the callback.
 */
public final class AsynchronousWork implements Invocation {

    private final CompletableFuture<?> future;

    /** Interceptors of the end, the first one outermost. */
    private final List<TaskInterceptor> ends = new ArrayList<>();

    /** The callback that has returned. */
    private @Nullable Interception pending;

    private @Nullable Throwable failure;

    AsynchronousWork(CompletableFuture<?> future) {
        this.future = future;
    }

    /** Called after the callback has returned. */
    void pending(Interception returned) {
        pending = returned;
    }

    boolean isPending() {
        return pending != null;
    }

    /** Adds interceptors of the end, outside of those that were added before. */
    void interceptEnd(List<TaskInterceptor> interceptors) {
        ends.addAll(0, interceptors);
    }

    boolean isDone() {
        return future.isDone();
    }

    /**
     * Registers a call at the end of the work, on the thread that ends it. Work whose end cannot be awaited is cancelled, and has
     * failed for that reason.
     */
    public void whenEnded(Runnable action) {
        AtomicBoolean ended = new AtomicBoolean();
        try {
            future.whenComplete((result, thrown) -> {
                if (ended.compareAndSet(false, true)) {
                    action.run();
                }
            });
        } catch (Throwable e) {
            if (ended.compareAndSet(false, true)) {
                failure = e;
                cancel();
                action.run();
            }
        }
    }

    /** Cancels the work. This runs code of the application that depends on the work. */
    public void cancel() {
        try {
            future.cancel(true);
        } catch (Throwable e) {
            // The work goes on, and its end comes too late.
        }
    }

    /** Passes the end through its interceptors; throws the failure of the work unless they change it. */
    void end() throws Exception {
        if (pending == null) {
            result();
        } else {
            Interception.pass(ends, this, pending.context, true);
        }
    }

    /** Abandons the work because of a failure, and passes that through the interceptors of the end. */
    void fail(Throwable because) throws Exception {
        failure = because;
        cancel();
        end();
    }

    @Override
    public @Nullable Object payload() {
        return pending == null ? null : pending.payload();
    }

    @Override
    public void call(TaskContext context) throws Exception {
        context.returned(result());
    }

    /** Returns the result of ended work; throws its failure, if any. */
    @Nullable
    Object result() throws Exception {
        throwIfFailed(failure);
        try {
            return future.join();
        } catch (CompletionException e) {
            throw AsynchronousWork.<Exception>unchecked(cause(e));
        }
    }

    private static Throwable cause(Throwable failure) {
        List<Throwable> chain = StackText.chain(failure);
        return chain.stream()
                .filter(cause -> !(cause instanceof CompletionException || cause instanceof ExecutionException))
                .findFirst()
                .orElse(chain.get(chain.size() - 1));
    }

    static void throwIfFailed(@Nullable Throwable failure) throws Exception {
        if (failure != null) {
            throw AsynchronousWork.<Exception>unchecked(failure);
        }
    }

    /** Kotlin knows no checked exceptions: a callback can throw any Throwable, and nothing is to wrap it. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable failure) throws E {
        throw (E) failure;
    }
}
