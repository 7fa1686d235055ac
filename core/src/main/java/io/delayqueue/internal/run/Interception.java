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

    final AttemptContext context;

    private final Attempt attempt;

    private final List<TaskInterceptor> interceptors;

    /** Whether these are the interceptors of the end. */
    private final boolean ending;

    private final int next;

    private volatile boolean returned;

    /** Interceptors of the end, the first one outermost. */
    private final List<TaskInterceptor> ends = new ArrayList<>();

    private Interception(
            Invocation callback, AttemptContext context, List<TaskInterceptor> interceptors, boolean ending, int next) {
        this.callback = callback;
        this.context = context;
        this.attempt = context.execution().attempt();
        this.interceptors = interceptors;
        this.ending = ending;
        this.next = next;
    }

    /**
     * Passes a call through interceptors.
     *
     * @param callback the callback, or the end of an attempt as a call that fails if the attempt has failed
     * @param ending whether it is the end
     */
    static void pass(List<TaskInterceptor> interceptors, Invocation callback, AttemptContext context, boolean ending)
            throws Exception {
        new Interception(callback, context, interceptors, ending, 0).proceed();
    }

    @Override
    public TaskContext context() {
        return context;
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
        Interception inner = new Interception(callback, context, interceptors, ending, next + 1);
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
                callback.call(context);
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
        AsynchronousWork work = attempt.work();
        if (work == null || work.isPending()) {
            return;
        }
        if (work.isDone()) {
            attempt.takeWork();
            context.returned(work.result());
        } else {
            work.pending(this);
        }
    }

    /** What the interceptors of its end make of the failure does not count: it comes from outside of them. */
    private void abandonWork(Throwable because) {
        AsynchronousWork work = attempt.takeWork();
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
        AsynchronousWork work = attempt.work();
        if (work != null && failure == null) {
            work.interceptEnd(ends);
        } else {
            attempt.refuseWork();
            pass(ends, new Ended(payload(), failure), context, true);
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
