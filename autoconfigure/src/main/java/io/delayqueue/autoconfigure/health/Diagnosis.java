package io.delayqueue.autoconfigure.health;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.monitor.StoreFinding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;

/**
 * Determines the health of an engine whose store answers.
 *
 * @param status the status of the engine
 * @param counts the tasks of the groups it works for
 * @param stalledAfter the time after which a thread without progress is stalled
 * @param maxLateness the maximum time that a task may be due without being reserved; null if unlimited
 * @param limited topics whose tasks wait for a time, because a limit is held or its rate is used up
 */
record Diagnosis(
        EngineStatus status,
        Map<String, List<TaskCounts>> counts,
        Duration stalledAfter,
        @Nullable Duration maxLateness,
        Set<TopicName> limited) {

    /** Maximum number of reasons and of topics in the details. */
    private static final int MAX_SHOWN = 10;

    private static final Comparator<TaskCounts> WORST_FIRST = Comparator.comparing(TaskCounts::paused)
            .thenComparing(TaskCounts::overdue, Comparator.reverseOrder())
            .thenComparing(TaskCounts::dead, Comparator.reverseOrder())
            .thenComparing(count -> count.topic().toString());

    /** Reasons why the engine is out of service; empty if it is not. */
    List<String> reasons() {
        if (!status.running()) {
            return List.of("the engine does not run" + (status.haltReason() == null ? "" : ": " + status.haltReason()));
        }
        List<String> reasons = new ArrayList<>();
        for (GroupStatus group : status.groups()) {
            stalled(reasons, "pusher of " + group.group(), group.sincePush());
            stalled(reasons, "consumer of " + group.group(), group.sinceReserve());
            stalled(reasons, "acknowledger of " + group.group(), group.sinceAcknowledge());
        }
        new TreeMap<>(status.jobs()).forEach((job, since) -> stalled(reasons, job, since));
        late().forEach(count -> reasons.add(count.topic() + " has a task that has been due for "
                + seconds(count.overdue()) + ", which is more than " + maxLateness));
        return reasons;
    }

    private void stalled(List<String> reasons, String thread, Duration since) {
        if (since.compareTo(stalledAfter) > 0) {
            reasons.add("the " + thread + " has made no progress for " + seconds(since));
        }
    }

    /** Topics that are consumed here and have a task that is too late, though it waits for no time. */
    Stream<TaskCounts> late() {
        return consumed().stream().filter(this::isLate);
    }

    private boolean isLate(TaskCounts count) {
        return maxLateness != null
                && !count.paused()
                && !limited.contains(count.topic())
                && count.overdue().compareTo(maxLateness) > 0;
    }

    /** Topics that are consumed here, the latest first. Other instances report theirs. */
    private List<TaskCounts> consumed() {
        Set<TopicName> here = topics().map(TopicStatus::name).collect(Collectors.toSet());
        return counts.values().stream()
                .flatMap(List::stream)
                .filter(count -> here.contains(count.topic()))
                .sorted(WORST_FIRST)
                .toList();
    }

    /** Details for operators, bounded in size. */
    Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        List<String> reasons = reasons();
        String more = reasons.size() > MAX_SHOWN ? "; and " + (reasons.size() - MAX_SHOWN) + " more" : "";
        putUnlessEmpty(details, "reason", reasons.stream().limit(MAX_SHOWN).collect(Collectors.joining("; ")) + more);
        putUnlessEmpty(
                details,
                "risks",
                status.findings().stream()
                        .limit(MAX_SHOWN)
                        .map(StoreFinding::description)
                        .toList());
        putUnlessEmpty(
                details,
                "foreignKeys",
                status.groups().stream()
                        .flatMap(group -> group.foreignKeys().stream())
                        .limit(MAX_SHOWN)
                        .toList());
        List<TaskCounts> consumed = consumed();
        details.put("groups", status.groups().size());
        details.put("topics", consumed.size());
        details.put("worst", byTopic(consumed.stream(), TaskCounts::topic, Diagnosis::describe));
        putUnlessEmpty(
                details,
                "blocked",
                byTopic(
                        topics().filter(topic -> topic.blocked() != null),
                        TopicStatus::name,
                        topic -> "all " + topic.concurrency() + " callbacks have run for "
                                + seconds(Objects.requireNonNull(topic.blocked())) + " without one ending"));
        putUnlessEmpty(
                details,
                "heldBack",
                byTopic(
                        topics().filter(TopicStatus::heldBack),
                        TopicStatus::name,
                        topic -> topic.unacknowledged()
                                + " outcomes are not acknowledged, so nothing more is reserved"));
        return details;
    }

    static void putUnlessEmpty(Map<String, Object> details, String key, Object value) {
        if (!ObjectUtils.isEmpty(value)) {
            details.put(key, value);
        }
    }

    private static <T> Map<String, Object> byTopic(
            Stream<T> all, Function<T, TopicName> topic, Function<T, Object> description) {
        Map<String, Object> shown = new LinkedHashMap<>();
        all.limit(MAX_SHOWN).forEach(one -> shown.put(topic.apply(one).toString(), description.apply(one)));
        return shown;
    }

    private Stream<TopicStatus> topics() {
        return status.groups().stream().flatMap(group -> group.topics().stream());
    }

    private static Map<String, Object> describe(TaskCounts count) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("delayed", count.delayed());
        described.put("ready", count.ready());
        described.put("reserved", count.reserved());
        described.put("dead", count.dead());
        described.put("paused", count.paused());
        described.put("overdue", seconds(count.overdue()));
        return described;
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + " s";
    }
}
