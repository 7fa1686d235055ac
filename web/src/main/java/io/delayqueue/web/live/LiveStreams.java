package io.delayqueue.web.live;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.Loggers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * All open pages, and a sampler for each queue that is looked at: it begins with the first page and ends soon after the last. Ends all
 * before the web server waits for its requests to end.
 */
final class LiveStreams implements SmartLifecycle, AutoCloseable {

    private static final Logger log = Loggers.of(LiveStreams.class);

    /** Above the phases of the web server, 1024 and 2048 below the highest, and below that of the engines. */
    static final int PHASE = Integer.MAX_VALUE - 200;

    /** How long a sampler outlives its last page, so that a page can be loaded again. */
    static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration TICK = Duration.ofMillis(50);

    private final int most;

    private final LiveThreads threads;

    private final CallBudget budget = new CallBudget();

    private final StreamWriters writers;

    /** Those that have waited longest for their turn come first: the budget is one for all. */
    private final Map<String, Watched> queues = new LinkedHashMap<>();

    private int open;

    private @Nullable ScheduledFuture<?> ticking;

    private boolean running;

    /** A queue that is looked at. */
    private static final class Watched {

        private final Sampler sampler;

        private final Set<LiveStream> streams = new HashSet<>();

        private long lastSeen = System.nanoTime();

        Watched(Sampler sampler) {
            this.sampler = sampler;
        }

        Wanted wanted() {
            Set<TopicName> topics = new HashSet<>();
            Set<String> groups = new HashSet<>();
            for (LiveStream stream : streams) {
                topics.addAll(stream.view().shown());
                String group = stream.view().group();
                if (group != null) {
                    groups.add(group);
                }
            }
            return new Wanted(topics, groups);
        }
    }

    /**
     * Creates it.
     *
     * @param most how many streams there may be at once
     */
    LiveStreams(int most, LiveThreads threads) {
        this.most = most;
        this.threads = threads;
        this.writers = new StreamWriters(threads, this::remove);
    }

    /**
     * Opens a stream.
     *
     * @return what Spring MVC answers with; empty if there are as many as there may be
     */
    synchronized Optional<SseEmitter> open(DelayQueueEngine engine, LiveQuery query) {
        if (!running || open >= most) {
            return Optional.empty();
        }
        Watched queue =
                queues.computeIfAbsent(engine.name(), name -> new Watched(new Sampler(engine, budget, threads)));
        LiveStream stream = new LiveStream(new LiveView(queue.sampler, query));
        stream.emitter().onCompletion(() -> remove(stream));
        stream.emitter().onError(failure -> remove(stream));
        try {
            stream.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        queue.streams.add(stream);
        open++;
        if (ticking == null) {
            ticking = threads.every(TICK, this::tick);
        }
        return Optional.of(stream.emitter());
    }

    /** {@return how many streams are open} */
    synchronized int openStreams() {
        return open;
    }

    /** {@return how many streams are being written to} */
    int writersUnderWay() {
        return writers.underWay();
    }

    /** {@return the sampler of a queue; null if nobody looks at it} */
    synchronized @Nullable Sampler sampler(DelayQueueEngine engine) {
        Watched queue = queues.get(engine.name());
        return queue == null ? null : queue.sampler;
    }

    private synchronized void remove(LiveStream stream) {
        stream.end();
        for (Watched queue : queues.values()) {
            if (queue.streams.remove(stream)) {
                open--;
                queue.lastSeen = System.nanoTime();
            }
        }
    }

    private void tick() {
        try {
            look();
        } catch (RuntimeException e) {
            // An exception would end the ticking.
            log.warn("Streams could not be looked after", e);
        }
    }

    private void look() {
        List<LiveStream> old = new ArrayList<>();
        synchronized (this) {
            long now = System.nanoTime();
            queues.values().removeIf(queue -> queue.streams.isEmpty() && now - queue.lastSeen > GRACE.toNanos());
            if (queues.isEmpty() && ticking != null) {
                ticking.cancel(false);
                ticking = null;
            }
            for (Watched queue : queues.values()) {
                for (LiveStream stream : queue.streams) {
                    if (stream.isOld(now)) {
                        old.add(stream);
                    } else if (stream.isDue(now)) {
                        writers.send(stream);
                    }
                }
            }
            sample();
        }
        writers.dispatch();
        old.forEach(this::finish);
    }

    private void sample() {
        for (Map.Entry<String, Watched> queue : List.copyOf(queues.entrySet())) {
            if (queue.getValue().sampler.tick(queue.getValue()::wanted)) {
                queues.remove(queue.getKey());
                queues.put(queue.getKey(), queue.getValue());
            }
        }
    }

    private void finish(LiveStream stream) {
        remove(stream);
        try {
            threads.run(stream::complete);
        } catch (RejectedExecutionException e) {
            stream.complete();
        }
    }

    @Override
    public synchronized void start() {
        running = true;
    }

    @Override
    public void stop() {
        List<LiveStream> all = new ArrayList<>();
        synchronized (this) {
            running = false;
            queues.values().forEach(queue -> all.addAll(queue.streams));
            queues.values().forEach(queue -> queue.lastSeen = System.nanoTime() - 2 * GRACE.toNanos());
        }
        all.forEach(this::finish);
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void close() {
        stop();
        threads.close();
    }
}
