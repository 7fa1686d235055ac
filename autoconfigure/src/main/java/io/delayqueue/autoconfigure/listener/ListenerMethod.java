package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls a listener method with the payload, the context, both or nothing, as its parameters want. */
final class ListenerMethod implements TaskCallback<@Nullable Object> {

    private final Object bean;

    private final Method method;

    private final int payloadAt;

    private final int contextAt;

    /**
     * Creates the callback.
     *
     * @param bean what to call it on, which may be a proxy
     * @param method the method as the bean has it
     * @param source the method and its bean, for messages
     */
    ListenerMethod(Object bean, Method method, String source) {
        this.bean = bean;
        this.method = method;
        int payload = -1;
        int context = -1;
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (types[i] == TaskContext.class && context < 0) {
                context = i;
            } else if (types[i] != TaskContext.class && payload < 0) {
                payload = i;
            } else {
                throw new IllegalStateException("@DelayQueueListener is on " + source
                        + ", which must take the payload, a TaskContext, both in any order, or nothing");
            }
        }
        this.payloadAt = payload;
        this.contextAt = context;
    }

    /** The index of the payload's parameter, negative if there is none. */
    int payloadAt() {
        return payloadAt;
    }

    @Override
    public void call(@Nullable Object payload, TaskContext context) throws Exception {
        @Nullable Object[] arguments = new Object[method.getParameterCount()];
        if (payloadAt >= 0) {
            arguments[payloadAt] = payload;
        }
        if (contextAt >= 0) {
            arguments[contextAt] = context;
        }
        try {
            method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
