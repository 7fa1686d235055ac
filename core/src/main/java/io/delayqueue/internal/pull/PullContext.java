package io.delayqueue.internal.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/** The store as pulled topics and tasks use it until the engine is closed, and their dependencies. */
public final class PullContext {

    private final Backend backend;

    private final String instance;

    private final JsonMapper mapper;

    private final Repeats repeats;

    private final Observers observers;

    private final EngineTime time;

    private final AtomicLong names = new AtomicLong();

    private volatile boolean closed;

    /**
     * Creates the context of an open engine.
     *
     * @param instance the engine's name
     * @param mapper reads payloads
     * @param repeats computes next occurrences
     * @param observers receive events
     * @param time measures leases
     */
    public PullContext(
            Backend backend,
            String instance,
            JsonMapper mapper,
            Repeats repeats,
            Observers observers,
            EngineTime time) {
        this.backend = backend;
        this.instance = instance;
        this.mapper = mapper;
        this.repeats = repeats;
        this.observers = observers;
        this.time = time;
    }

    /** The store; throws once the engine is closed. */
    TaskStore store() {
        if (closed) {
            throw new DelayQueueException("The engine of this puller is closed");
        }
        return backend.tasks();
    }

    void close() {
        closed = true;
    }

    Signals signals() {
        return backend.signals();
    }

    /** A name that no other lease or wait has. */
    String nextName() {
        return instance + "-p" + Long.toString(names.incrementAndGet(), Character.MAX_RADIX);
    }

    JsonMapper mapper() {
        return mapper;
    }

    Repeats repeats() {
        return repeats;
    }

    Observers observers() {
        return observers;
    }

    EngineTime time() {
        return time;
    }
}
