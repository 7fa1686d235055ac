package io.delayqueue.test.faults;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.DriverSource;
import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
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

/** Plans failures of a queue's store and applies them. The kit has one for each of its queues. Thread-safe. */
public final class StoreFaults {

    /** Kind of failure. */
    enum Fault {
        /** The call has no effect. */
        REQUEST_LOST,
        /** The call takes effect, but its reply is lost. */
        REPLY_LOST
    }

    private final Map<StoreCall, Queue<Fault>> byCall = new EnumMap<>(StoreCall.class);

    private final Queue<Fault> ofAny = new ArrayDeque<>();

    /**
     * Plans the failure of the next call.
     *
     * @param call the kind of call; null for any
     * @return the plan of the call
     */
    public NextStoreCall next(@Nullable StoreCall call) {
        return new NextStoreCall(this, call);
    }

    /** Plans the failures of the calls after those planned before. */
    synchronized void add(@Nullable StoreCall call, Fault fault, int times) {
        if (times < 1) {
            throw new IllegalArgumentException("times must be at least 1, but is " + times);
        }
        Queue<Fault> faults = call == null ? ofAny : byCall.computeIfAbsent(call, added -> new ArrayDeque<>());
        for (int i = 0; i < times; i++) {
            faults.add(fault);
        }
    }

    /** {@return the unused plans, one line for each kind of call} */
    public synchronized List<String> left() {
        List<String> left = new ArrayList<>();
        byCall.forEach((call, faults) -> addLine(left, faults, ", " + call));
        addLine(left, ofAny, "");
        return left;
    }

    private static void addLine(List<String> left, Queue<Fault> faults, String which) {
        if (!faults.isEmpty()) {
            left.add(faults.size() + (faults.size() == 1 ? " call" : " calls") + " of the store" + which);
        }
    }

    /** Removes all planned failures. */
    public synchronized void clear() {
        byCall.clear();
        ofAny.clear();
    }

    private synchronized @Nullable Fault poll(StoreCall call) {
        Queue<Fault> own = byCall.get(call);
        Fault fault = own == null ? null : own.poll();
        return fault == null && call.isOneOfAny() ? ofAny.poll() : fault;
    }

    /**
     * Creates a store whose calls fail as planned.
     *
     * @param store the store of the calls that do not fail
     * @param drivers drives the engines of the store
     * @return a store whose calls of the kinds of {@link StoreCall} can fail
     */
    public Backend around(InMemoryBackend store, DriverSource drivers) {
        Map<String, Object> parts = Map.of(
                "tasks", faulty(TaskStore.class, store.tasks()),
                "topics", faulty(TopicStore.class, store.topics()),
                "deadLetters", faulty(DeadLetterStore.class, store.deadLetters()),
                "registry", faulty(RegistryStore.class, store.registry()),
                "wakeUps", store.removals(),
                "runsOnThreads", false);
        return proxy(Backend.class, store, List.of(DriverSource.class), (method, arguments) -> {
            if (method.getDeclaringClass() == DriverSource.class) {
                return drivers.newDriver();
            }
            Object part = parts.get(method.getName());
            return part == null ? method.invoke(store, arguments) : part;
        });
    }

    private <P> P faulty(Class<P> port, P target) {
        return proxy(port, target, List.of(), (method, arguments) -> {
            StoreCall call = StoreCall.of(method, arguments);
            Fault fault = call == null ? null : poll(call);
            if (fault == Fault.REQUEST_LOST) {
                throw new TaskStoreUnavailableException(
                        "The store did not answer to " + call + ", as planned by the test", null);
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

    private static <P> P proxy(Class<P> port, P target, List<Class<?>> more, Call call) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            try {
                if (method.getDeclaringClass() == Object.class) {
                    return method.getName().equals("equals") ? proxy == arguments[0] : method.invoke(target, arguments);
                }
                Object result = call.make(method, arguments);
                return result == target ? proxy : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        List<Class<?>> types = new ArrayList<>(more);
        types.add(port);
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), types.toArray(Class<?>[]::new), handler));
    }
}
