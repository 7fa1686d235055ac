package io.delayqueue.test;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Which calls of a queue's store are to fail. Thread-safe. */
final class StoreFaults {

    /** How a call fails. */
    enum Fault {
        /** Nothing happens. */
        REQUEST_LOST,
        /** It happens, and nobody learns of it. */
        REPLY_LOST
    }

    private final Map<StoreCall, Queue<Fault>> byCall = new EnumMap<>(StoreCall.class);

    private final Queue<Fault> ofAny = new ArrayDeque<>();

    /**
     * Has the next calls fail that nothing is said of yet.
     *
     * @param call which ones; null for any
     */
    synchronized void add(@Nullable StoreCall call, Fault fault, int times) {
        Queue<Fault> faults = call == null ? ofAny : byCall.computeIfAbsent(call, added -> new ArrayDeque<>());
        for (int i = 0; i < times; i++) {
            faults.add(fault);
        }
    }

    /** Those that have not been used, a line for each kind. */
    synchronized List<String> left() {
        List<String> left = new ArrayList<>();
        byCall.forEach((call, faults) -> addLine(left, faults, ", " + call));
        addLine(left, ofAny, "");
        return left;
    }

    private static void addLine(List<String> left, Queue<Fault> faults, String which) {
        if (!faults.isEmpty()) {
            left.add(QueueReport.count(faults.size(), "call") + " of the store" + which);
        }
    }

    synchronized void clear() {
        byCall.clear();
        ofAny.clear();
    }

    private synchronized @Nullable Fault next(StoreCall call) {
        Queue<Fault> own = byCall.get(call);
        Fault fault = own == null ? null : own.poll();
        return fault == null && call.isOneOfAny() ? ofAny.poll() : fault;
    }

    /** A store whose calls fail as planned, those of {@link StoreCall}. */
    Backend around(Backend store) {
        Map<String, Object> parts = Map.of(
                "tasks", faulty(TaskStore.class, store.tasks()),
                "topics", faulty(TopicStore.class, store.topics()),
                "registry", faulty(RegistryStore.class, store.registry()));
        return proxy(Backend.class, store, (method, arguments) -> {
            Object part = parts.get(method.getName());
            return part == null ? method.invoke(store, arguments) : part;
        });
    }

    private <P> P faulty(Class<P> port, P target) {
        return proxy(port, target, (method, arguments) -> {
            StoreCall call = StoreCall.of(method);
            Fault fault = call == null ? null : next(call);
            if (fault == Fault.REQUEST_LOST) {
                throw new TaskStoreUnavailableException(
                        "The store did not answer to " + call + ", as the test wants it", null);
            }
            Object result = method.invoke(target, arguments);
            if (fault == Fault.REPLY_LOST) {
                throw new TaskStoreUnavailableException(
                        "The reply to " + call + " was lost, as the test wants it", null);
            }
            return result;
        });
    }

    private interface Call {
        @Nullable
        Object make(Method method, Object @Nullable [] arguments) throws ReflectiveOperationException;
    }

    private static <P> P proxy(Class<P> port, P target, Call call) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            try {
                if (method.getDeclaringClass() == Object.class) {
                    return method.getName().equals("equals") ? proxy == arguments[0] : method.invoke(target, arguments);
                }
                return call.make(method, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
    }
}
