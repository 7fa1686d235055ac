package io.delayqueue.internal.run;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes an attempt through the interceptors to the callback, and its end through those of the end. */
final class Interception implements TaskInvocation {

    private final Invocation callback;

    private final AttemptContext attempt;

    private final List<TaskInterceptor> interceptors;

    /** Whether these are the interceptors of the end. */
    private final boolean ending;

    private final int next;

    private volatile boolean returned;

    private @Nullable TaskInterceptor end;

    private Interception(
            Invocation callback, AttemptContext attempt, List<TaskInterceptor> interceptors, boolean ending, int next) {
        this.callback = callback;
        this.attempt = attempt;
        this.interceptors = interceptors;
        this.ending = ending;
        this.next = next;
    }

    static void run(List<TaskInterceptor> interceptors, Invocation callback, AttemptContext attempt) throws Exception {
        new Interception(callback, attempt, interceptors, false, 0).proceed();
    }

    /** Passes the end of an attempt through its interceptors, as a call that fails if the attempt has failed. */
    static void end(List<TaskInterceptor> interceptors, Invocation result, AttemptContext attempt) throws Exception {
        new Interception(result, attempt, interceptors, true, 0).proceed();
    }

    @Override
    public TaskContext context() {
        return attempt;
    }

    @Override
    public @Nullable Object payload() {
        return callback.payload();
    }

    @Override
    public void interceptEnd(TaskInterceptor interceptor) {
        if (ending || returned) {
            throw new IllegalStateException("The end of an attempt can be intercepted only from the beginning, before"
                    + " the interceptor has returned");
        }
        end = interceptor;
    }

    @Override
    public void proceed() throws Exception {
        if (next == interceptors.size()) {
            call(null);
            return;
        }
        Interception inner = new Interception(callback, attempt, interceptors, ending, next + 1);
        Throwable failure = null;
        try {
            call(inner);
        } catch (Throwable e) {
            if (inner.end == null) {
                throw e;
            }
            failure = e;
        } finally {
            inner.returned = true;
        }
        if (inner.end != null) {
            inner.passEnd(inner.end, failure);
        }
    }

    private void call(@Nullable Interception inner) throws Exception {
        try {
            if (inner == null) {
                callback.call(attempt);
            } else {
                interceptors.get(next).intercept(inner);
            }
            endAtOnceIfDone();
        } catch (Throwable e) {
            AsynchronousWork work = attempt.execution().takeWork();
            if (work != null) {
                work.fail(e);
            }
            throw e;
        }
    }

    private void endAtOnceIfDone() throws Exception {
        AsynchronousWork work = attempt.execution().work();
        if (work == null || work.isPending()) {
            return;
        }
        if (work.isDone()) {
            attempt.execution().takeWork();
            work.result();
        } else {
            work.pending(this);
        }
    }

    /** Passes the end through an interceptor now, or after the work of an asynchronous callback. */
    private void passEnd(TaskInterceptor interceptor, @Nullable Throwable failure) throws Exception {
        AsynchronousWork work = attempt.execution().work();
        if (work != null && failure == null) {
            work.interceptEnd(next, interceptor);
        } else {
            end(List.of(interceptor), new Ended(payload(), failure), attempt);
        }
    }

    AttemptContext attempt() {
        return attempt;
    }

    /** Result of a callback that has ended when it returned. */
    private record Ended(@Nullable Object payload, @Nullable Throwable failure) implements Invocation {

        @Override
        public void call(TaskContext context) throws Exception {
            AsynchronousWork.throwIfFailed(failure);
        }
    }
}
