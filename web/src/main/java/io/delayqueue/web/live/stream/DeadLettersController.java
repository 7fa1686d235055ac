package io.delayqueue.web.live.stream;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DeadLetterGroups.Group;
import io.delayqueue.web.PayloadMask;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.SharedAnswers;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Groups dead letters and tasks that are being retried by their failures. Viewers share an answer for a while. */
final class DeadLettersController implements ApiController {

    private static final Duration SHARED = Duration.ofSeconds(1);

    private final SharedAnswers answers;

    private final PayloadMask mask;

    DeadLettersController(SharedAnswers answers, PayloadMask mask) {
        this.answers = answers;
        this.mask = mask;
    }

    /**
     * Tasks with one kind of failure.
     *
     * @param first the first time of death, or of a next attempt
     * @param last the last such time
     * @param lastId the id of the task with the last time
     */
    record KindView(
            @Nullable String type,
            @Nullable String rootCause,
            @Nullable String reason,
            long count,
            Instant first,
            Instant last,
            String lastId) {}

    /**
     * Groups of the tasks that were read.
     *
     * @param read the number of tasks that were read
     * @param total the number of all
     * @param next the cursor of the next part, with earlier times
     */
    record KindsView(
            List<KindView> groups,
            long read,
            long total,
            @Nullable String next) {}

    @GetMapping("/groups/{group}/topics/{topic}/dead-letters")
    KindsView groups(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(defaultValue = "1000") int limit) {
        return kinds(answers.get(
                List.of("dead letters", queue, new TopicName(group, topic), from == null ? "" : from, limit),
                SHARED,
                () -> queue.inspector().groupDeadLetters(group, topic, from, limit)));
    }

    @GetMapping("/groups/{group}/topics/{topic}/retrying/kinds")
    KindsView retryingKinds(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(defaultValue = "1000") int limit) {
        TopicName name = new TopicName(group, topic);
        return kinds(answers.get(
                List.of("retrying kinds", queue, name, from == null ? "" : from, limit), SHARED, () -> queue.inspector()
                        .retryingKinds(name, from, limit)));
    }

    private KindsView kinds(DeadLetterGroups found) {
        return new KindsView(
                mask.masked()
                        ? withoutReasons(found.groups())
                        : found.groups().stream()
                                .map(kind -> view(kind, kind.reason()))
                                .toList(),
                found.read(),
                found.total(),
                found.next());
    }

    /** Joins groups that differ in their reasons only, which may quote payloads. */
    private static List<KindView> withoutReasons(List<Group> groups) {
        Map<List<@Nullable String>, KindView> joined = new LinkedHashMap<>();
        groups.stream()
                .sorted(Comparator.comparing(Group::last).reversed())
                .forEach(group -> joined.merge(
                        Arrays.asList(group.type(), group.rootCause()),
                        view(group, null),
                        (newer, older) -> new KindView(
                                newer.type(),
                                newer.rootCause(),
                                null,
                                newer.count() + older.count(),
                                newer.first().isBefore(older.first()) ? newer.first() : older.first(),
                                newer.last(),
                                newer.lastId())));
        return joined.values().stream()
                .sorted(Comparator.comparingLong(KindView::count).reversed())
                .toList();
    }

    private static KindView view(Group found, @Nullable String reason) {
        return new KindView(
                found.type(), found.rootCause(), reason, found.count(), found.first(), found.last(), found.lastId());
    }
}
