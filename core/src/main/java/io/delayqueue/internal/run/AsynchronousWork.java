package io.delayqueue.internal.run;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import io.delayqueue.log.Loggers;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Work of an asynchronous callback, which continues after the callback has returned. Its end is the attempt's. */
public final class AsynchronousWork {

    private static final Logger log = Loggers.of(AsynchronousWork.class);

    /** Causes may go round in a circle. */
    private static final int MAX_CAUSES = 50;

    private final CompletableFuture<?> future;

    /** Interceptors of the end by their positions. */
    private final SortedMap<Integer, TaskInterceptor> ends = new TreeMap<>();

    private @Nullable Invocation callback;

    private @Nullable AttemptContext context;

    AsynchronousWork(CompletableFuture<?> future) {
        this.future = future;
    }

    /** Called after the callback has returned: the interceptors find the work pending. */
    void pending(Invocation returned, AttemptContext ofAttempt) {
        callback = returned;
        context = ofAttempt;
    }

    boolean isPending() {
        return callback != null;
    }

    void interceptEnd(int place, TaskInterceptor end) {
        ends.put(place, end);
    }

    boolean isDone() {
        return future.isDone();
    }

    /** Registers a call at the end of the work, on the thread that ends it. */
    public void whenEnded(Runnable action) {
        future.whenComplete((result, failure) -> action.run());
    }

    /** Cancels the work. This runs code of the application that depends on the work. */
    public void cancel() {
        try {
            future.cancel(true);
        } catch (Throwable e) {
            log.debug("{} could not be cancelled", future, e);
        }
    }

    /** Passes the end through its interceptors; throws the failure of the work unless they change it. */
    void end() throws Exception {
        end(this::result);
    }

    /** Abandons the work because of a failure after its callback has returned. */
    void fail(Throwable failure) throws Exception {
        cancel();
        end(() -> throwAny(failure));
    }

    /** End of the work. */
    private interface Result {
        void get() throws Exception;
    }

    private void end(Result result) throws Exception {
        Invocation returned = callback;
        AttemptContext ofAttempt = context;
        if (returned == null || ofAttempt == null) {
            result.get();
            return;
        }
        Invocation end = new Invocation() {
            @Override
            public @Nullable Object payload() {
                return returned.payload();
            }

            @Override
            public void call(TaskContext same) throws Exception {
                result.get();
            }
        };
        Interception.run(List.copyOf(ends.values()), end, ofAttempt);
    }

    /** Throws the failure of ended work, if any. */
    void result() throws Exception {
        try {
            future.join();
        } catch (CompletionException e) {
            throwAny(cause(e));
        }
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < MAX_CAUSES && isWrapper(cause) && cause.getCause() != null; depth++) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException || failure instanceof ExecutionException;
    }

    private static void throwAny(Throwable failure) throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        throw failure instanceof Exception exception ? exception : new UndeclaredThrowableException(failure);
    }
}
