package io.delayqueue.observation;

import io.delayqueue.Task;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Context of an add. Its carrier becomes headers of all its tasks. */
public class AddObservationContext extends SenderContext<Map<String, String>> {

    private final String queue;

    private final List<Task> tasks;

    private boolean ended;

    /**
     * Creates the context of an add.
     *
     * @param queue the name of the queue's engine
     * @param tasks the added tasks; not empty
     */
    public AddObservationContext(String queue, List<Task> tasks) {
        super((carrier, key, value) -> Objects.requireNonNull(carrier).put(key, value), Kind.PRODUCER);
        this.queue = queue;
        this.tasks = List.copyOf(tasks);
        setCarrier(new HashMap<>());
    }

    /** {@return the name of the queue's engine} */
    public String queue() {
        return queue;
    }

    /** {@return the added tasks: one task, or those of a bulk} */
    public List<Task> tasks() {
        return tasks;
    }

    /** {@return whether the add has completed; {@link #getError} is set if it failed} */
    public boolean isEnded() {
        return ended;
    }

    /** Marks the add as completed. */
    public void end() {
        ended = true;
    }
}
