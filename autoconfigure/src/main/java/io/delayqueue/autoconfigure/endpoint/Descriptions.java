package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.monitor.TopicKeys.KeyTasks;
import io.delayqueue.monitor.TopicPayloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/** Responses of the endpoints. They contain no data of tasks, except {@link Keys} and the reasons of {@link Payloads}. */
final class Descriptions {

    private Descriptions() {}

    record Queues(List<Queue> queues) implements OperationResponseBody {}

    /**
     * Queue.
     *
     * @param namespace the namespace of its keys; null if there is none
     * @param outage the time for which its store has not answered the engine; null if it answers
     * @param groups the groups that are registered or have tasks; null if the store does not answer
     * @param error the reason why groups are missing; null if the store answers
     */
    record Queue(
            String name,
            String address,
            @Nullable String namespace,
            String instance,
            boolean running,
            @Nullable Duration outage,
            @Nullable List<Group> groups,
            @Nullable String error) {}

    /**
     * Group.
     *
     * @param registered whether it is registered
     * @param worker the work of this instance for it; null if none
     * @param topics those that are registered, and those that have, or had, tasks
     */
    record Group(String group, boolean registered, @Nullable Worker worker, List<Topic> topics)
            implements OperationResponseBody {}

    /**
     * Work of this instance for a group.
     *
     * @param pushing whether it makes the group's due tasks ready
     * @param draining whether it reserves no tasks until it is undrained
     */
    record Worker(
            boolean pushing, boolean draining, Duration sincePush, Duration sinceReserve, Duration sinceAcknowledge) {}

    /**
     * Topic.
     *
     * @param registered whether it is registered; the tasks of an unregistered one wait
     * @param retrying the number of delayed, ready and reserved tasks that are being retried
     * @param overdue the time for which its oldest ready task has been due
     * @param history null if it has none
     * @param consumer the work of this instance for it; null if none
     */
    record Topic(
            String topic,
            boolean registered,
            long delayed,
            long ready,
            long reserved,
            long dead,
            long retrying,
            boolean paused,
            Duration overdue,
            @Nullable History history,
            @Nullable Consumer consumer)
            implements OperationResponseBody {}

    /**
     * Records of a topic's ended tasks.
     *
     * @param bytes their size
     * @param notKept the number of those that the store could not keep
     */
    record History(long records, long bytes, long notKept) {}

    record Consumer(int concurrency, int running, int waiting, int free, int ignoringInterruption) {}

    /**
     * Result of a change.
     *
     * @param changed whether the state was different before
     * @param tasks the number of moved tasks; null if the change moves no tasks
     * @param topic the topic after the change
     */
    record Change(
            String action,
            boolean changed,
            @Nullable Long tasks,
            @Nullable Topic topic) implements OperationResponseBody {}

    /**
     * Result of a check of payloads.
     *
     * @param clean whether all tasks of the topics were read, and none was unreadable
     * @param skipped topics with tasks that this application has no callback for
     */
    record Payloads(String group, boolean clean, List<TopicPayloads> topics, List<String> skipped)
            implements OperationResponseBody {}

    /**
     * Limits of a group.
     *
     * @param limits the limits in the order of their names
     */
    record Limits(List<LimitInfo> limits) implements OperationResponseBody {}

    /**
     * Keys of a topic.
     *
     * @param order the order of the topic; null if it has none
     * @param behind number of ready tasks that wait for another one of their key
     * @param hottest the keys with the most such tasks
     */
    record Keys(@Nullable KeyOrder order, long behind, List<KeyTasks> hottest) implements OperationResponseBody {}

    record Problem(String error) implements OperationResponseBody {}

    /** Describes a queue; with a reason instead of the groups if the store does not answer. */
    static Queue queue(EngineStatus status, @Nullable List<Group> groups, @Nullable String error) {
        return new Queue(
                status.name(),
                status.address(),
                status.namespace(),
                status.instance(),
                status.running(),
                status.outage(),
                groups,
                error);
    }

    static Group group(
            String group,
            List<TaskCounts> topics,
            List<HistoryCounts> recorded,
            EngineStatus status,
            Map<String, Set<String>> registry) {
        GroupStatus here = status.groups().stream()
                .filter(one -> one.group().equals(group))
                .findAny()
                .orElse(null);
        Map<TopicName, TopicStatus> consumed = here == null
                ? Map.of()
                : here.topics().stream().collect(Collectors.toMap(TopicStatus::name, Function.identity()));
        Map<TopicName, HistoryCounts> histories =
                recorded.stream().collect(Collectors.toMap(HistoryCounts::topic, Function.identity()));
        Set<String> registered = registry.getOrDefault(group, Set.of());
        return new Group(
                group,
                registry.containsKey(group),
                here == null ? null : worker(here),
                topics.stream()
                        .map(count -> topic(
                                count,
                                registered.contains(count.topic().topic()),
                                history(histories.get(count.topic())),
                                consumed))
                        .toList());
    }

    private static Worker worker(GroupStatus here) {
        return new Worker(
                here.pushing(), here.draining(), here.sincePush(), here.sinceReserve(), here.sinceAcknowledge());
    }

    private static @Nullable History history(@Nullable HistoryCounts counts) {
        return counts == null ? null : new History(counts.records(), counts.bytes(), counts.notKept());
    }

    private static Topic topic(
            TaskCounts count, boolean registered, @Nullable History history, Map<TopicName, TopicStatus> consumed) {
        TopicStatus here = consumed.get(count.topic());
        return new Topic(
                count.topic().topic(),
                registered,
                count.delayed(),
                count.ready(),
                count.reserved(),
                count.dead(),
                count.retrying(),
                count.paused(),
                count.overdue(),
                history,
                here == null ? null : consumer(here));
    }

    private static Consumer consumer(TopicStatus topic) {
        return new Consumer(
                topic.concurrency(), topic.running(), topic.waiting(), topic.free(), topic.ignoringInterruption());
    }
}
