package io.delayqueue.internal.limit;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TaskWait.Reason;
import io.delayqueue.monitor.TopicCapacity;
import io.delayqueue.store.Backend;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the reason why a task waits. */
public final class TaskWaits {

    private TaskWaits() {}

    /** Returns the reason of a task; empty if the task does not wait. */
    public static Optional<TaskWait> of(Backend backend, TaskInfo task) {
        return switch (task.state()) {
            case DELAYED -> Optional.of(TaskWait.until(Reason.NOT_DUE, task.stateUntil()));
            case READY -> of(backend, task.topic());
            case RESERVED, DEAD -> Optional.empty();
        };
    }

    /** Returns the reason of the ready tasks of a topic; empty if there are none, and nothing would keep them waiting. */
    public static Optional<TaskWait> of(Backend backend, TopicName topic) {
        TaskCounts counts =
                backend.topics().count(topic.group(), List.of(topic.topic())).get(0);
        if (counts.paused()) {
            Reason reason = counts.heldUntil() == null ? Reason.PAUSED : Reason.HELD;
            return Optional.of(TaskWait.until(reason, counts.heldUntil()));
        }
        Optional<LimitInfo> full = backend.limits().list(topic.group()).stream()
                .filter(limit -> limit.topics().contains(topic.topic()) && limit.full())
                .max(Comparator.comparing(LimitInfo::until, Comparator.nullsFirst(Comparator.naturalOrder())));
        if (full.isPresent()) {
            return full.map(limit -> new TaskWait(Reason.LIMIT, limit.until(), limit, 0));
        }
        List<InstanceInfo> instances =
                HeartbeatReader.read(topic.group(), backend.instances().heartbeats(topic.group()));
        TopicCapacity capacity = TopicCapacity.of(instances, topic.topic());
        // Tasks that are pulled are reserved, and their consumers send no heartbeats.
        if (capacity.concurrency() == 0 && capacity.complete() && counts.reserved() == 0) {
            return Optional.of(TaskWait.until(Reason.NO_CONSUMER, null));
        }
        return counts.ready() == 0
                ? Optional.empty()
                : Optional.of(new TaskWait(Reason.BEHIND_OTHERS, null, null, counts.ready() - 1));
    }
}
