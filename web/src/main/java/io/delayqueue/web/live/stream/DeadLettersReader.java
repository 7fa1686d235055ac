package io.delayqueue.web.live.stream;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.web.live.sample.LiveThreads;
import io.delayqueue.web.live.sample.Sampler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Groups dead letters: the newest from a sampler if a page is open, so that all pages share them, else from the store. */
final class DeadLettersReader {

    private static final Duration AT_MOST = Duration.ofSeconds(10);

    private final LiveStreams streams;

    private final LiveThreads threads;

    DeadLettersReader(LiveStreams streams, LiveThreads threads) {
        this.streams = streams;
        this.threads = threads;
    }

    /**
     * Reads one part.
     *
     * @throws io.delayqueue.InvalidTaskException if a parameter is out of range
     * @throws io.delayqueue.TaskStoreException if the store does not answer in time, or refuses
     */
    DeadLetterGroups read(DelayQueueEngine engine, TopicName topic, @Nullable String from, int limit, int steps) {
        boolean shared = from == null && steps == 1 && limit > 0 && limit <= DelayQueueInspector.MAX_GROUPED;
        Sampler sampler = shared ? streams.sampler(engine) : null;
        return sampler == null
                ? engine.inspector().groupDeadLetters(topic.group(), topic.topic(), from, limit, steps)
                : threads.await(sampler.failures(topic, limit), AT_MOST);
    }
}
