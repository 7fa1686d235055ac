package io.delayqueue.jdbc;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Change;
import io.delayqueue.store.TaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A store whose calls can fail, be late, or lose their replies, or reach it without what makes changes only once. It can be one instance's
 * way to a store that several share.
 */
final class FaultyStore {

    private final Backend backend;

    private final TaskStore tasks;

    /** The changes of each call that has reached the store. */
    final List<List<Change>> calls = new CopyOnWriteArrayList<>();

    /** The results of all calls. */
    final List<Change.Result> results = new CopyOnWriteArrayList<>();

    /** The names that were confirmed. */
    final Set<String> confirmed = ConcurrentHashMap.newKeySet();

    /** The groups of the confirmations without names. */
    final List<String> forgetting = new CopyOnWriteArrayList<>();

    /** The ids whose changes the store refuses. */
    final Set<String> poisoned = ConcurrentHashMap.newKeySet();

    private final AtomicReference<Runnable> beforeNext = new AtomicReference<>(() -> {});

    private final AtomicReference<@Nullable TaskStoreException> failNext = new AtomicReference<>();

    private volatile boolean away;

    /** The groups of which the store takes no changes. */
    final Set<String> groupsAway = ConcurrentHashMap.newKeySet();

    private volatile int onTime = Integer.MAX_VALUE;

    private volatile String identity = "this/0";

    private volatile String address = "here";

    private volatile boolean hasNames = true;

    private volatile boolean hasDeadlines = true;

    FaultyStore(Backend real) {
        this.tasks = proxy(TaskStore.class, real.tasks(), new Over());
        this.backend = proxy(Backend.class, real, new Over());
    }

    Backend backend() {
        return backend;
    }

    /** Does something between the reading of the rows and the next call. */
    void beforeNext(Runnable what) {
        beforeNext.set(what);
    }

    /** Lets the next call succeed, and its caller receive no reply. */
    void loseNextReply() {
        failNextReply(new TaskStoreUnavailableException("The reply is lost", null));
    }

    /** Lets the next call make its changes, and then fail. */
    void failNextReply(TaskStoreException failure) {
        failNext.set(failure);
    }

    /** Lets each call be late behind some changes. */
    void delayAfter(int changes) {
        onTime = changes;
    }

    /** Gives each change another name in each call: the store recognises none. */
    void takeOutNames() {
        hasNames = false;
    }

    /** Lets no call be too late. */
    void takeOutDeadlines() {
        hasDeadlines = false;
    }

    /** Lets all calls for tasks fail. */
    void setAway(boolean isAway) {
        away = isAway;
    }

    void setIdentity(String other) {
        identity = other;
    }

    void setAddress(String other) {
        address = other;
    }

    private final class Over {

        Object call(Object real, Method method, Object[] arguments) throws Throwable {
            switch (method.getName()) {
                case "tasks":
                    return tasks;
                case "identity":
                    return identity;
                case "address":
                    return address;
                case "confirm":
                    if (!((Iterable<?>) arguments[1]).iterator().hasNext()) {
                        forgetting.add(String.valueOf(arguments[0]));
                    }
                    ((Iterable<?>) arguments[1]).forEach(name -> confirmed.add(String.valueOf(name)));
                    break;
                case "apply":
                    return apply((TaskStore) real, arguments);
                default:
                    if (real instanceof TaskStore && arguments != null) {
                        requireThere(arguments[0]);
                    }
                    break;
            }
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @SuppressWarnings("unchecked")
        private Change.Applied apply(TaskStore real, Object[] arguments) {
            beforeNext.getAndSet(() -> {}).run();
            requireThere(arguments[0]);
            List<Change> changes = new ArrayList<>((List<Change>) arguments[1]);
            if (changes.stream().anyMatch(change -> poisoned.contains(change.id()))) {
                throw new TaskStoreException("poisoned", null);
            }
            calls.add(changes);
            if (!hasNames) {
                changes.replaceAll(FaultyStore::renamed);
            }
            long notAfter = hasDeadlines ? (Long) arguments[2] : Long.MAX_VALUE;
            if (onTime < changes.size()) {
                Change.Applied first = real.apply((String) arguments[0], changes.subList(0, onTime), notAfter);
                return new Change.Applied(first.results(), true, first.storeTime());
            }
            Change.Applied applied = real.apply((String) arguments[0], changes, notAfter);
            results.addAll(applied.results());
            TaskStoreException failure = failNext.getAndSet(null);
            if (failure != null) {
                throw failure;
            }
            return applied;
        }

        private void requireThere(Object group) {
            if (away || groupsAway.contains(group)) {
                throw new TaskStoreUnavailableException("The store is away", null);
            }
        }
    }

    private static Change renamed(Change change) {
        String name = UUID.randomUUID().toString();
        if (change instanceof Change.Add add) {
            return new Change.Add(name, add.task());
        }
        return change instanceof Change.Reschedule reschedule
                ? new Change.Reschedule(name, change.id(), reschedule.time(), reschedule.relative())
                : new Change.Remove(name, change.id());
    }

    private static <T> T proxy(Class<T> type, T real, Over over) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> over.call(real, method, arguments)));
    }
}
