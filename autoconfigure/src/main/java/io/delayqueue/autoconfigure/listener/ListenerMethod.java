package io.delayqueue.autoconfigure.listener;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.CoroutinesUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedMethod;

/** Calls a listener method with what its parameters want. */
final class ListenerMethod implements TaskCallback<@Nullable Object> {

    private final Object bean;

    private final Method method;

    private final List<Argument> arguments;

    private final String source;

    /**
     * Creates the callback.
     *
     * @param bean what to call it on, which may be a proxy
     * @param method the method as the bean has it
     * @param arguments what its parameters get, in their order
     * @param source the method and its bean, for messages
     */
    ListenerMethod(Object bean, Method method, List<Argument> arguments, String source) {
        this.bean = bean;
        this.method = method;
        this.arguments = List.copyOf(arguments);
        this.source = source;
    }

    /** The parameters that get values: all but the continuation that the compiler adds to a suspend function. */
    static List<MethodParameter> parameters(Method method) {
        MethodParameter[] all = new AnnotatedMethod(method).getMethodParameters();
        return List.of(all).subList(0, KotlinDetector.isSuspendingFunction(method) ? all.length - 1 : all.length);
    }

    /** A listener that is asynchronous returns before the attempt ends. */
    @Override
    public void call(@Nullable Object payload, TaskContext context) throws Exception {
        @Nullable Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).of(payload, context);
        }
        Object result = invoke(values);
        if (result == null || !AsynchronousMethods.isAsynchronous(result.getClass())) {
            context.returned(result);
            return;
        }
        if (!AsynchronousMethods.isAwaited(result.getClass())) {
            throw new RejectTaskException(
                    source + " returned " + result.getClass().getName()
                            + ", which does not say whether the work has ended. " + AsynchronousMethods.BLOCK);
        }
        context.completeWith(AsynchronousResults.stage(result));
    }

    @SuppressWarnings("NullAway") // JDK 17 does not read that Spring's method takes null among the values.
    private @Nullable Object invoke(@Nullable Object[] values) throws Exception {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return CoroutinesUtils.invokeSuspendingFunction(method, bean, values);
        }
        try {
            return method.invoke(bean, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
