package io.delayqueue.observation;

import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.observation.DelayQueueObservation.AddKey;
import io.delayqueue.observation.DelayQueueObservation.Key;
import io.micrometer.common.KeyValues;
import java.util.List;
import java.util.function.Function;

/** Names and key values of {@link DelayQueueObservation#ADD}. */
public class DefaultAddObservationConvention implements AddObservationConvention {

    /** Value for the groups, or the topics, of a bulk with several. */
    public static final String MANY = "many";

    /** Creates the convention. */
    public DefaultAddObservationConvention() {}

    @Override
    public String getName() {
        return "delayqueue.add";
    }

    @Override
    public String getContextualName(AddObservationContext context) {
        return "add " + destination(context);
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(AddObservationContext context) {
        return KeyValues.of(
                Key.QUEUE.withValue(context.queue()),
                Key.GROUP.withValue(group(context)),
                Key.TOPIC.withValue(topic(context)),
                Key.OUTCOME.withValue(Outcome.of(context.isEnded(), context.getError())));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(AddObservationContext context) {
        List<Task> tasks = context.tasks();
        return KeyValues.of(
                AddKey.SYSTEM.withValue("delayqueue"),
                AddKey.OPERATION_NAME.withValue("add"),
                AddKey.OPERATION_TYPE.withValue("send"),
                AddKey.DESTINATION.withValue(destination(context)),
                tasks.size() == 1
                        ? AddKey.TASK_ID.withValue(tasks.get(0).id())
                        : AddKey.BULK_SIZE.withValue(Integer.toString(tasks.size())));
    }

    private static String destination(AddObservationContext context) {
        return group(context) + "/" + topic(context);
    }

    private static String group(AddObservationContext context) {
        return only(context.tasks(), TopicName::group);
    }

    private static String topic(AddObservationContext context) {
        return only(context.tasks(), TopicName::topic);
    }

    private static String only(List<Task> tasks, Function<TopicName, String> part) {
        String first = part.apply(tasks.get(0).topic());
        return tasks.stream().allMatch(task -> part.apply(task.topic()).equals(first)) ? first : MANY;
    }
}
