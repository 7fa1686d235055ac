package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/** What the endpoint says. Nothing in it comes out of a task. */
final class Descriptions {

    private Descriptions() {}

    record Queues(List<Queue> queues) implements OperationResponseBody {}

    /**
     * A queue.
     *
     * @param outage for how long its store has not answered the engine; null if it does
     * @param groups the registered groups; null if the store does not answer
     * @param error why there are none; null if it answers
     */
    record Queue(
            String name,
            String address,
            String instance,
            boolean running,
            @Nullable Duration outage,
            @Nullable List<Group> groups,
            @Nullable String error) {}

    /**
     * A group.
     *
     * @param worker what this instance does for it; null if nothing
     * @param topics those that are registered, and those that have, or had, tasks
     */
    record Group(String group, @Nullable Worker worker, List<Topic> topics) implements OperationResponseBody {}

    /**
     * What this instance does for a group.
     *
     * @param pushing whether it makes the group's due tasks ready
     */
    record Worker(boolean pushing, Duration sincePush, Duration sinceReserve, Duration sinceAcknowledge) {}

    /**
     * A topic.
     *
     * @param overdue for how long its oldest ready task has been due
     * @param consumer what this instance does for it; null if nothing
     */
    record Topic(
            String topic,
            long delayed,
            long ready,
            long reserved,
            long dead,
            boolean paused,
            Duration overdue,
            @Nullable Consumer consumer)
            implements OperationResponseBody {}

    record Consumer(int concurrency, int running, int waiting, int free, int ignoringInterruption) {}

    /**
     * What was done.
     *
     * @param changed whether it was not so already
     * @param tasks how many tasks it has moved; null if it is not about tasks
     * @param topic the topic now
     */
    record Change(
            String action,
            boolean changed,
            @Nullable Long tasks,
            @Nullable Topic topic) implements OperationResponseBody {}

    record Problem(String error) implements OperationResponseBody {}

    static Queue queue(EngineStatus status, Map<String, List<TaskCounts>> counts) {
        List<Group> groups = new ArrayList<>();
        counts.forEach((group, topics) -> groups.add(group(group, topics, status)));
        return queue(status, groups, null);
    }

    static Queue unreachable(EngineStatus status, String error) {
        return queue(status, null, error);
    }

    private static Queue queue(EngineStatus status, @Nullable List<Group> groups, @Nullable String error) {
        return new Queue(
                status.name(), status.address(), status.instance(), status.running(), status.outage(), groups, error);
    }

    static Group group(String group, List<TaskCounts> topics, EngineStatus status) {
        GroupStatus here = status.groups().stream()
                .filter(one -> one.group().equals(group))
                .findAny()
                .orElse(null);
        Map<TopicName, TopicStatus> consumed = here == null
                ? Map.of()
                : here.topics().stream().collect(Collectors.toMap(TopicStatus::name, Function.identity()));
        return new Group(
                group,
                here == null ? null : worker(here),
                topics.stream().map(count -> topic(count, consumed)).toList());
    }

    private static Worker worker(GroupStatus here) {
        return new Worker(here.pushing(), here.sincePush(), here.sinceReserve(), here.sinceAcknowledge());
    }

    private static Topic topic(TaskCounts count, Map<TopicName, TopicStatus> consumed) {
        TopicStatus here = consumed.get(count.topic());
        return new Topic(
                count.topic().topic(),
                count.delayed(),
                count.ready(),
                count.reserved(),
                count.dead(),
                count.paused(),
                count.overdue(),
                here == null ? null : consumer(here));
    }

    private static Consumer consumer(TopicStatus topic) {
        return new Consumer(
                topic.concurrency(), topic.running(), topic.waiting(), topic.free(), topic.ignoringInterruption());
    }
}
