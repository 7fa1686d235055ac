package io.delayqueue.internal.limit;

import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TaskWait.Reason;
import io.delayqueue.monitor.TopicCapacity;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.LimitStore.TopicRule;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Finds the reason why a task waits. */
public final class TaskWaits {

    private TaskWaits() {}

    /** Returns the reason of a task; empty if the task does not wait. */
    public static Optional<TaskWait> of(Backend backend, TaskInfo task) {
        return switch (task.state()) {
            case DELAYED -> Optional.of(TaskWait.until(Reason.NOT_DUE, task.stateUntil()));
            case READY -> Optional.of(of(backend, task.topic()));
            case RESERVED, DEAD -> Optional.empty();
        };
    }

    /** Returns the reason of the ready tasks of a topic. */
    public static TaskWait of(Backend backend, TopicName topic) {
        TopicRule rule = backend.limits().rule(topic);
        if (rule.paused()) {
            return TaskWait.until(Reason.PAUSED, null);
        }
        if (rule.heldUntil() != null) {
            return TaskWait.until(Reason.HELD, rule.heldUntil());
        }
        for (LimitInfo limit : rule.limits()) {
            if (limit.full()) {
                Instant until = limit.heldUntil() != null ? limit.heldUntil() : limit.nextToken();
                return new TaskWait(Reason.LIMIT, until, limit, 0);
            }
        }
        Heartbeats heartbeats = backend.instances().heartbeats(topic.group());
        TopicCapacity capacity = TopicCapacity.of(
                HeartbeatReader.read(topic.group(), heartbeats.storeTime(), heartbeats.all()), topic.topic());
        if (capacity.concurrency() == 0 && capacity.complete()) {
            return TaskWait.until(Reason.NO_CONSUMER, null);
        }
        long ready = backend.topics()
                .count(topic.group(), List.of(topic.topic()))
                .get(0)
                .ready();
        return new TaskWait(Reason.BEHIND_OTHERS, null, null, Math.max(0, ready - 1));
    }
}
