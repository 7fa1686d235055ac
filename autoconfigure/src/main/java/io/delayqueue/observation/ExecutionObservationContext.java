package io.delayqueue.observation;

import io.delayqueue.TaskContext;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Map;

/** Context of a callback. Its carrier is the headers of its task. */
public class ExecutionObservationContext extends ReceiverContext<Map<String, String>> {

    private final String queue;

    private final TaskContext task;

    private boolean ended;

    /**
     * Creates the context of a callback.
     *
     * @param queue the name of the queue's engine
     * @param task the task that runs
     */
    public ExecutionObservationContext(String queue, TaskContext task) {
        super(Map::get, Kind.CONSUMER);
        this.queue = queue;
        this.task = task;
        setCarrier(task.headers());
    }

    /** {@return the name of the queue's engine} */
    public String queue() {
        return queue;
    }

    /** {@return the task that runs} */
    public TaskContext task() {
        return task;
    }

    /** {@return whether the callback has completed; {@link #getError} is set if it failed} */
    public boolean isEnded() {
        return ended;
    }

    /** Marks the callback as completed. */
    public void end() {
        ended = true;
    }
}
