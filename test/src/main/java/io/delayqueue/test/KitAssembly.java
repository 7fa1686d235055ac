package io.delayqueue.test;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.store.Backend;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Assembles a kit of engines that are built, started and closed by other code, such as an application. For each queue: build its
 * engine on {@link #backend}, whose engines use the kit's time, and {@link #add} it.
 */
public final class KitAssembly {

    private final VirtualTime time;

    private final DelayQueueTestKit kit;

    /**
     * Creates a kit without a queue.
     *
     * @param start the time at which it begins; null for the system's, to the millisecond
     * @throws IllegalArgumentException if it is before the year 1970 or after 9999
     */
    public KitAssembly(@Nullable Instant start) {
        this.time = new VirtualTime(start == null ? Instant.now().truncatedTo(ChronoUnit.MILLIS) : start);
        this.kit = new DelayQueueTestKit(time);
    }

    /** {@return the kit, always the same} */
    public DelayQueueTestKit kit() {
        return kit;
    }

    /**
     * Returns the backend of a queue's engine.
     *
     * @param queue the queue's name
     * @return a store in memory, the same on each call
     */
    public Backend backend(String queue) {
        return queue(queue).backend();
    }

    /**
     * Adds an engine to the kit. It replaces an earlier one of the same name.
     *
     * @param engine an engine on the {@link #backend} of its name
     */
    public void add(DelayQueueEngine engine) {
        queue(engine.name()).engine(engine);
    }

    /**
     * Adds what is to be done with recorded changes of committed transactions, on the calling thread.
     *
     * @param sweep makes them, at {@link DelayQueueTestKit#sweepOutbox}
     * @param clear forgets them, at {@link DelayQueueTestKit#clear}
     */
    public void recordedChanges(Runnable sweep, Runnable clear) {
        kit.recordedChanges(sweep, clear);
    }

    /** Adds an engine that the kit starts and closes. */
    void own(DelayQueueEngine engine) {
        queue(engine.name()).own(engine);
    }

    private synchronized TestQueue queue(String name) {
        Objects.requireNonNull(name, "queue must not be null");
        for (TestQueue queue : time.queues()) {
            if (queue.name().equals(name)) {
                return queue;
            }
        }
        TestQueue queue = new TestQueue(name, time);
        time.add(queue);
        return queue;
    }
}
