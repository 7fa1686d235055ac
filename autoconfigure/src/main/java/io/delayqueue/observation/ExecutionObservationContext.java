package io.delayqueue.observation;

import io.delayqueue.TaskContext;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Map;

/** A callback that runs. Its carrier is the headers of its task. */
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

    /** {@return whether the callback is over; {@link #getError} says whether it failed} */
    public boolean isEnded() {
        return ended;
    }

    /** Says that the callback is over. */
    public void end() {
        ended = true;
    }
}
