package io.delayqueue.internal.run;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes an attempt through the interceptors to the callback, and its end through those of the end. */
final class Interception implements TaskInvocation {

    private final Invocation callback;

    final AttemptContext attempt;

    private final List<TaskInterceptor> interceptors;

    /** Whether these are the interceptors of the end. */
    private final boolean ending;

    private final int next;

    private volatile boolean returned;

    /** Interceptors of the end, the first one outermost. */
    private final List<TaskInterceptor> ends = new ArrayList<>();

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
        requireNotReturned();
        if (ending) {
            throw new IllegalStateException("The end of an attempt has no further end");
        }
        ends.add(interceptor);
    }

    @Override
    public void proceed() throws Exception {
        requireNotReturned();
        if (next == interceptors.size()) {
            call(null);
            return;
        }
        Interception inner = new Interception(callback, attempt, interceptors, ending, next + 1);
        Throwable failure = null;
        try {
            call(inner);
        } catch (Throwable e) {
            if (inner.ends.isEmpty()) {
                throw e;
            }
            failure = e;
        } finally {
            inner.returned = true;
        }
        if (!inner.ends.isEmpty()) {
            inner.passEnd(failure);
        }
    }

    private void requireNotReturned() {
        if (returned) {
            throw new IllegalStateException("The interceptor has returned");
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
            abandonWork(e);
            throw e;
        }
    }

    private void endAtOnceIfDone() throws Exception {
        AsynchronousWork work = attempt.execution().attempt().work();
        if (work == null || work.isPending()) {
            return;
        }
        if (work.isDone()) {
            attempt.execution().attempt().takeWork();
            work.result();
        } else {
            work.pending(this);
        }
    }

    /** What the interceptors of its end make of the failure does not count: it comes from outside of them. */
    private void abandonWork(Throwable because) {
        AsynchronousWork work = attempt.execution().attempt().takeWork();
        if (work == null) {
            return;
        }
        try {
            work.fail(because);
        } catch (Throwable e) {
            if (e != because && e.getCause() != because) {
                because.addSuppressed(e);
            }
        }
    }

    /** Passes the end through the interceptors now, or after the work of an asynchronous callback. */
    private void passEnd(@Nullable Throwable failure) throws Exception {
        AsynchronousWork work = attempt.execution().attempt().work();
        if (work != null && failure == null) {
            work.interceptEnd(next, ends);
        } else {
            attempt.execution().attempt().refuseWork();
            end(ends, new Ended(payload(), failure), attempt);
        }
    }

    /** Result of a callback that has ended when it returned. */
    private record Ended(@Nullable Object payload, @Nullable Throwable failure) implements Invocation {

        @Override
        public void call(TaskContext context) throws Exception {
            AsynchronousWork.throwIfFailed(failure);
        }
    }
}
