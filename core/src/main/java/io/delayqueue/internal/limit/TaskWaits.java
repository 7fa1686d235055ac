package io.delayqueue.internal.limit;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TaskWait.Reason;
import io.delayqueue.monitor.TopicCapacity;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TopicStore;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the reason why a task waits. */
public final class TaskWaits {

    private TaskWaits() {}

    /** Returns the reason of a task; null if the task does not wait. */
    public static @Nullable TaskWait of(Backend backend, TaskInfo task) {
        return switch (task.state()) {
            case DELAYED -> {
                Instant due = task.stateUntil();
                long now = backend.tasks().time(task.topic().group());
                // Due tasks become ready only while an instance pushes.
                if (due == null || due.toEpochMilli() > now) {
                    yield TaskWait.until(Reason.NOT_DUE, due);
                }
                TaskWait wait = of(backend, task.topic(), task);
                yield wait == null ? TaskWait.until(Reason.BEHIND_OTHERS, null) : wait;
            }
            case READY -> of(backend, task.topic(), task);
            case RESERVED, DEAD -> null;
        };
    }

    /** Returns the reason of the ready tasks of a topic; null if there are none, and nothing would keep them waiting. */
    public static @Nullable TaskWait of(Backend backend, TopicName topic) {
        return of(backend, topic, null);
    }

    private static @Nullable TaskWait of(Backend backend, TopicName topic, @Nullable TaskInfo task) {
        TopicForecast counted = backend.topics()
                .forecast(topic.group(), List.of(topic.topic()), List.of())
                .get(0);
        TaskCounts counts = counted.counts();
        if (counts.paused()) {
            Reason reason = counts.heldUntil() == null ? Reason.PAUSED : Reason.HELD;
            return TaskWait.until(reason, counts.heldUntil());
        }
        LimitInfo full = backend.limits().list(topic.group()).stream()
                .filter(limit -> limit.topics().contains(topic.topic()) && limit.full())
                .max(Comparator.comparing(LimitInfo::until, Comparator.nullsFirst(Comparator.naturalOrder())))
                .orElse(null);
        if (full != null) {
            return new TaskWait(Reason.LIMIT, full.until(), full, List.of(), 0);
        }
        if (counts.ready() > 0) {
            // All rules, because a change of one is written and announced even if the rule stays the same.
            LeaseRule rule = backend.limits().change(topic.group(), null, all -> all.rule(topic.topic()));
            List<String> first = first(backend.topics(), counts, rule, task);
            if (!first.isEmpty()) {
                return new TaskWait(Reason.KEY, null, null, first, 0);
            }
            Instant batch = counted.at().minus(counts.overdue()).plusMillis(rule.waitMillis());
            if (counts.ready() < rule.least() && batch.isAfter(counted.at()) && !isAhead(backend.topics(), counted)) {
                return TaskWait.until(Reason.BATCH, batch);
            }
        }
        List<InstanceInfo> instances =
                HeartbeatReader.read(topic.group(), backend.instances().heartbeats(topic.group()));
        TopicCapacity capacity = TopicCapacity.of(instances, topic.topic());
        // Tasks that are pulled are reserved, and their consumers send no heartbeats.
        if (capacity.concurrency() == 0 && capacity.complete() && counts.reserved() == 0) {
            boolean drained =
                    instances.stream().anyMatch(one -> !one.gone() && one.draining() && one.mayConsume(topic.topic()));
            return TaskWait.until(drained ? Reason.DRAINED : Reason.NO_CONSUMER, null);
        }
        return counts.ready() == 0
                ? null
                : new TaskWait(Reason.BEHIND_OTHERS, null, null, List.of(), counts.ready() - 1);
    }

    /** Returns whether the first ready task is ready before its time, because the store's clock was set back: its batch does not wait. */
    private static boolean isAhead(TopicStore topics, TopicForecast counted) {
        return counted.counts().overdue().isZero()
                && topics.list(counted.counts().topic(), TaskState.READY, null, 1, false).tasks().stream()
                        .anyMatch(first -> first.dueAt().isAfter(counted.at().plusMillis(1)));
    }

    /**
     * Returns the tasks of its key that a task waits for; for a topic whose ready tasks all wait for others, those of the key with the most
     * tasks behind. Empty if the key is not the reason.
     */
    private static List<String> first(TopicStore topics, TaskCounts counts, LeaseRule rule, @Nullable TaskInfo task) {
        if (task == null) {
            return counts.behind() < counts.ready()
                    ? List.of()
                    : topics.keys(counts.topic(), 1).hottest().stream()
                            .flatMap(key -> key.first().stream())
                            .toList();
        }
        String key = task.key();
        if (key == null || counts.behind() == 0 || rule.keyOrder() == null) {
            return List.of();
        }
        List<String> first = topics
                .tasksOfKey(counts.topic(), key, rule.keyOrder().concurrency())
                .stream()
                .map(TaskInfo::id)
                .toList();
        return first.contains(task.id()) ? List.of() : first;
    }
}
