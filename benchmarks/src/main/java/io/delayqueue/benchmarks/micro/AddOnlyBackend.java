package io.delayqueue.benchmarks.micro;

import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import io.delayqueue.store.WakeUps;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Store that confirms every add after a delay, stores nothing, and supports no other call. */
final class AddOnlyBackend implements Backend {

    private final long nanos;

    private final TaskStore tasks = port(TaskStore.class);

    AddOnlyBackend(long nanos) {
        this.nanos = nanos;
    }

    /** Creates a port that supports adds only. */
    private <T> T port(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("add")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return add((List<?>) arguments[1]);
                }));
    }

    private List<AddStatus> add(List<?> added) {
        if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
        List<AddStatus> result = new ArrayList<>(added.size());
        for (Object task : added) {
            result.add(new AddStatus(AddStatus.Kind.ADDED, ((NewTask) task).time()));
        }
        return result;
    }

    @Override
    public TaskStore tasks() {
        return tasks;
    }

    @Override
    public TopicStore topics() {
        return port(TopicStore.class);
    }

    @Override
    public LimitStore limits() {
        return port(LimitStore.class);
    }

    @Override
    public DeadLetterStore deadLetters() {
        return port(DeadLetterStore.class);
    }

    @Override
    public HistoryStore history() {
        return port(HistoryStore.class);
    }

    @Override
    public AuditStore audit() {
        return port(AuditStore.class);
    }

    @Override
    public RegistryStore registry() {
        return port(RegistryStore.class);
    }

    @Override
    public InstanceStore instances() {
        return port(InstanceStore.class);
    }

    @Override
    public Signals signals() {
        return port(Signals.class);
    }

    @Override
    public WakeUps wakeUps() {
        return port(WakeUps.class);
    }

    @Override
    public String address() {
        return "nowhere";
    }

    @Override
    public void close() {}
}
