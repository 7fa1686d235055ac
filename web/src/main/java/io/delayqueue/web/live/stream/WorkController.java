package io.delayqueue.web.live.stream;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.SharedAnswers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Returns the work of a group in the last day. Viewers share an answer for a while. */
final class WorkController implements ApiController {

    /** The work of the last day changes every five minutes. */
    private static final Duration SHARED = Duration.ofMinutes(1);

    private final SharedAnswers answers;

    WorkController(SharedAnswers answers) {
        this.answers = answers;
    }

    /** Work in parts, the oldest first. */
    record Day(List<Part> parts) {}

    /** Work of one part. */
    record Part(
            Instant until,
            long durationMillis,
            long added,
            long finished,
            long retried,
            long dead,
            long removed,
            @Nullable Long p50Millis,
            @Nullable Long p99Millis) {

        static Part of(PastWork work) {
            return new Part(
                    work.until(),
                    work.duration().toMillis(),
                    work.added(),
                    work.finished(),
                    work.retried(),
                    work.dead(),
                    work.removed(),
                    millis(work.p50()),
                    millis(work.p99()));
        }

        private static @Nullable Long millis(@Nullable Duration duration) {
            return duration == null ? null : duration.toMillis();
        }
    }

    @GetMapping("/groups/{group}/work")
    Day work(DelayQueueEngine queue, @PathVariable String group) {
        TopicName.requireGroup(group);
        List<PastWork> parts = answers.get(
                List.of("work", queue, group), SHARED, () -> queue.inspector().pastWork(group));
        return new Day(parts.stream().map(Part::of).toList());
    }
}
