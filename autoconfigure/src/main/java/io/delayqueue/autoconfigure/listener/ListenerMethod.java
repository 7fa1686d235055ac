package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Calls a listener method with the payload, the context, both or nothing, as its parameters want. */
final class ListenerMethod implements TaskCallback<@Nullable Object> {

    private final Object bean;

    private final Method method;

    private final Method declared;

    private final int payloadAt;

    private final int contextAt;

    /**
     * Creates the callback.
     *
     * @param method what to call on the bean, which may be a proxy
     * @param declared the method with the annotation, which knows the generic types
     */
    ListenerMethod(Object bean, Method method, Method declared) {
        this.bean = bean;
        this.method = method;
        this.declared = declared;
        int payload = -1;
        int context = -1;
        Class<?>[] types = declared.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (types[i] == TaskContext.class && context < 0) {
                context = i;
            } else if (types[i] != TaskContext.class && payload < 0) {
                payload = i;
            } else {
                throw new IllegalStateException("@DelayQueueListener is on " + this
                        + ", which must take the payload, a TaskContext, both in any" + " order, or nothing");
            }
        }
        this.payloadAt = payload;
        this.contextAt = context;
    }

    Type payloadType() {
        return payloadAt < 0 ? Object.class : declared.getGenericParameterTypes()[payloadAt];
    }

    @Override
    public void call(@Nullable Object payload, TaskContext context) throws Exception {
        @Nullable Object[] arguments = new Object[declared.getParameterCount()];
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

    @Override
    public String toString() {
        return "the method " + declared.getDeclaringClass().getName() + "." + declared.getName();
    }
}
