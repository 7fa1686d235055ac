package io.delayqueue.internal.pull;

import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.run.RecordWriter;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskStore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * The store as pulled topics and tasks use it until the engine is closed, and their dependencies.
 *
 * @param open returns the store; throws an exception once the engine is closed
 * @param instance the engine's name
 * @param mapper reads payloads
 * @param repeats computes next occurrences
 * @param observers receive events
 * @param time measures leases
 * @param records makes the records of ended tasks
 * @param names number of names given
 */
public record PullContext(
        Supplier<Backend> open,
        String instance,
        JsonMapper mapper,
        Repeats repeats,
        Observers observers,
        EngineTime time,
        RecordWriter records,
        AtomicLong names) {

    TaskStore store() {
        return open.get().tasks();
    }

    /** A name that no other lease or wait has. */
    String nextName() {
        return instance + "-p" + Long.toString(names.incrementAndGet(), Character.MAX_RADIX);
    }
}
