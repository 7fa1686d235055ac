package io.delayqueue.web.live.stream;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.web.api.mvc.ApiController;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Groups dead letters by their failures. */
final class DeadLettersController implements ApiController {

    private final DeadLettersReader reader;

    DeadLettersController(DeadLettersReader reader) {
        this.reader = reader;
    }

    /**
     * Dead letters of one kind of failure.
     *
     * @param lastId the id of the newest
     */
    record KindView(
            @Nullable String type,
            @Nullable String rootCause,
            long count,
            Instant first,
            Instant last,
            String lastId) {}

    /**
     * Groups of the dead letters that were read.
     *
     * @param read the number of dead letters that were read
     * @param total the number of all
     * @param next the cursor of the next part, with older ones
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
            @RequestParam(defaultValue = "1000") int limit,
            @RequestParam(defaultValue = "" + DelayQueueInspector.MAX_STEPS) int steps) {
        DeadLetterGroups found = reader.read(queue, new TopicName(group, topic), from, limit, steps);
        return new KindsView(
                found.groups().stream().map(DeadLettersController::view).toList(),
                found.read(),
                found.total(),
                found.next());
    }

    private static KindView view(DeadLetterGroups.Group found) {
        return new KindView(
                found.type(), found.rootCause(), found.count(), found.first(), found.last(), found.lastId());
    }
}
