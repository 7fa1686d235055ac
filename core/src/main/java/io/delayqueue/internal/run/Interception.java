package io.delayqueue.internal.run;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes an attempt through the interceptors to the callback, or the end of an asynchronous one. */
record Interception(Invocation callback, AttemptContext attempt, List<TaskInterceptor> interceptors, int next)
        implements TaskInvocation {

    static void run(List<TaskInterceptor> interceptors, Invocation callback, AttemptContext attempt) throws Exception {
        new Interception(callback, attempt, interceptors, 0).proceed();
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
    public void proceed() throws Exception {
        try {
            if (next == interceptors.size()) {
                callback.call(attempt);
            } else {
                interceptors.get(next).intercept(new Interception(callback, attempt, interceptors, next + 1));
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

    @Override
    public boolean isPending() {
        AsynchronousWork work = attempt.execution().work();
        return work != null && work.isPending();
    }

    @Override
    public void interceptEnd(TaskInterceptor end) {
        attempt.execution().interceptEnd(next, end);
    }
}
