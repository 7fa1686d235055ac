package io.delayqueue.web.live.stream;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.live.sample.LiveThreads;
import io.delayqueue.web.live.sample.Sampler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Returns the work of a group in the last day: from a sampler if a page is open, so that all pages share it, else from the store. */
final class WorkController implements ApiController {

    private static final Duration AT_MOST = Duration.ofSeconds(10);

    private final LiveStreams streams;

    private final LiveThreads threads;

    WorkController(LiveStreams streams, LiveThreads threads) {
        this.streams = streams;
        this.threads = threads;
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
        Sampler sampler = streams.sampler(queue);
        List<PastWork> parts =
                sampler == null ? queue.inspector().pastWork(group) : threads.await(sampler.work(group), AT_MOST);
        return new Day(parts.stream().map(Part::of).toList());
    }
}
