package io.delayqueue.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Puts a test in front of a store: it answers the calls of a port itself, or lets the store do so. */
public final class TestPorts {

    private TestPorts() {}

    /** Answers a call, by {@link Method#invoke} on the store's port for example. */
    public interface Answer {

        /** Answers; what a port throws is thrown as it is. */
        @Nullable
        Object to(Method method, Object @Nullable [] arguments) throws Exception;
    }

    /** A port whose calls are all answered so. */
    public static <P> P answering(Class<P> port, Answer answer) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
                    try {
                        return answer.to(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** A port that counts how often one of its methods is called. */
    public static <P> P counting(Class<P> port, P real, String name, AtomicInteger calls) {
        return answering(port, (method, arguments) -> {
            if (method.getName().equals(name)) {
                calls.incrementAndGet();
            }
            return method.invoke(real, arguments);
        });
    }

    /** The store with another port in place of its own. */
    public static <P> Backend with(Backend backend, Class<P> port, P other) {
        return answering(
                Backend.class,
                (method, arguments) -> method.getReturnType() == port ? other : method.invoke(backend, arguments));
    }
}
