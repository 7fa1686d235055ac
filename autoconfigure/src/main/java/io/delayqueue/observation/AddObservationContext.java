package io.delayqueue.observation;

import io.delayqueue.Task;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An add under way. Its carrier becomes headers of all its tasks. */
public class AddObservationContext extends SenderContext<Map<String, String>> {

    private final String queue;

    private final List<Task> tasks;

    private boolean ended;

    /**
     * Creates the context of an add.
     *
     * @param queue the name of the queue's engine
     * @param tasks what is added; not empty
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

    /** {@return what is added: one task, or those of a bulk} */
    public List<Task> tasks() {
        return tasks;
    }

    /** {@return whether the add is over; {@link #getError} says whether it failed} */
    public boolean isEnded() {
        return ended;
    }

    /** Says that the add is over. */
    public void end() {
        ended = true;
    }
}
