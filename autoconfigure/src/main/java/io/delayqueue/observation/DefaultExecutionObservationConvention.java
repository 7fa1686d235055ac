package io.delayqueue.observation;

import io.delayqueue.TaskContext;
import io.delayqueue.observation.DelayQueueObservation.ExecutionKey;
import io.delayqueue.observation.DelayQueueObservation.Key;
import io.micrometer.common.KeyValues;

/** Names and key values of {@link DelayQueueObservation#EXECUTION}. */
public class DefaultExecutionObservationConvention implements ExecutionObservationConvention {

    /** Creates the convention. */
    public DefaultExecutionObservationConvention() {}

    @Override
    public String getName() {
        return "delayqueue.execution";
    }

    @Override
    public String getContextualName(ExecutionObservationContext context) {
        return "execute " + destination(context.task());
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(ExecutionObservationContext context) {
        return KeyValues.of(
                Key.QUEUE.withValue(context.queue()),
                Key.GROUP.withValue(context.task().group()),
                Key.TOPIC.withValue(context.task().topic()),
                Key.OUTCOME.withValue(Outcome.of(context.isEnded(), context.getError())));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(ExecutionObservationContext context) {
        TaskContext task = context.task();
        return KeyValues.of(
                ExecutionKey.SYSTEM.withValue("delayqueue"),
                ExecutionKey.OPERATION_NAME.withValue("execute"),
                ExecutionKey.OPERATION_TYPE.withValue("process"),
                ExecutionKey.DESTINATION.withValue(destination(task)),
                ExecutionKey.TASK_ID.withValue(task.id()),
                ExecutionKey.ATTEMPT.withValue(Integer.toString(task.attempt())));
    }

    private static String destination(TaskContext task) {
        return task.group() + "/" + task.topic();
    }
}
