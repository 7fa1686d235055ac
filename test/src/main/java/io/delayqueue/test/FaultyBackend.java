package io.delayqueue.test;

import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import io.delayqueue.store.WakeUps;

/** A store of which calls fail that are to fail. */
final class FaultyBackend implements Backend {

    private final InMemoryBackend store;

    private final TaskStore tasks;

    private final TopicStore topics;

    private final RegistryStore registry;

    FaultyBackend(InMemoryBackend store, StoreFaults faults) {
        this.store = store;
        this.tasks = new FaultyTaskStore(store.tasks(), faults);
        this.topics = new FaultyTopicStore(store.topics(), faults);
        this.registry = new FaultyRegistryStore(store.registry(), faults);
    }

    @Override
    public TaskStore tasks() {
        return tasks;
    }

    @Override
    public TopicStore topics() {
        return topics;
    }

    @Override
    public AuditStore audit() {
        return store.audit();
    }

    @Override
    public RegistryStore registry() {
        return registry;
    }

    @Override
    public InstanceStore instances() {
        return store.instances();
    }

    @Override
    public Signals signals() {
        return store.signals();
    }

    @Override
    public WakeUps wakeUps() {
        return store.wakeUps();
    }

    @Override
    public String address() {
        return store.address();
    }

    @Override
    public void close() {
        store.close();
    }
}
