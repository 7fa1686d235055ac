package io.delayqueue.internal.run;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.internal.run.CallbackInvoker.Invocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One attempt on its way through the interceptors to the callback. */
record Interception(Invocation callback, TaskContext context, List<TaskInterceptor> interceptors, int next)
        implements TaskInvocation {

    static void run(List<TaskInterceptor> interceptors, Invocation callback, TaskContext context) throws Exception {
        if (interceptors.isEmpty()) {
            callback.call(context);
        } else {
            new Interception(callback, context, interceptors, 0).proceed();
        }
    }

    @Override
    public @Nullable Object payload() {
        return callback.payload();
    }

    @Override
    public void proceed() throws Exception {
        if (next == interceptors.size()) {
            callback.call(context);
        } else {
            interceptors.get(next).intercept(new Interception(callback, context, interceptors, next + 1));
        }
    }
}
