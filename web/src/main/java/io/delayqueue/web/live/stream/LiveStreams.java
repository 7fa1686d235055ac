package io.delayqueue.web.live.stream;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.Loggers;
import io.delayqueue.web.live.sample.LiveThreads;
import io.delayqueue.web.live.sample.Sample;
import io.delayqueue.web.live.sample.Sampler;
import io.delayqueue.web.live.sample.Wanted;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
 * Manages the streams of all open pages, and a sampler for each of their queues, from the first page until shortly after the
 * last. One thread creates all events, and each page has its own sending thread, so no page waits for a slow client. All
 * streams end before the web server waits for the end of its requests.
 */
final class LiveStreams implements SmartLifecycle, AutoCloseable {

    private static final Logger log = Loggers.of(LiveStreams.class);

    /** Above the phases of the web server, 1024 and 2048 below the highest, and below that of the engines. */
    static final int PHASE = Integer.MAX_VALUE - 200;

    /** Time for which a sampler is kept after its last page, so that a page can be reloaded. */
    static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration TICK = Duration.ofMillis(50);

    private final int max;

    private final LiveThreads threads;

    private final Map<DelayQueueEngine, Sampler> samplers = new HashMap<>();

    private final Set<LiveStream> streams = new LinkedHashSet<>();

    private @Nullable ScheduledFuture<?> ticking;

    private boolean running;

    /**
     * Creates the manager of streams.
     *
     * @param max the maximum number of concurrent streams
     */
    LiveStreams(int max, LiveThreads threads) {
        this.max = max;
        this.threads = threads;
    }

    /**
     * Opens a stream.
     *
     * @param opening sends the beginning of the response, outside of the lock
     * @return the result for Spring MVC; empty if there are too many streams
     * @throws IOException if the beginning could not be sent; there is no stream then
     */
    Optional<SseEmitter> open(DelayQueueEngine engine, LiveQuery query, Opening opening) throws IOException {
        Optional<LiveStream> added = add(engine, query);
        if (added.isPresent()) {
            LiveStream stream = added.get();
            try {
                opening.send();
            } catch (IOException | RuntimeException e) {
                remove(stream);
                throw e;
            }
            stream.begin();
        }
        return added.map(LiveStream::emitter);
    }

    private synchronized Optional<LiveStream> add(DelayQueueEngine engine, LiveQuery query) {
        if (!running || streams.size() >= max) {
            return Optional.empty();
        }
        Sampler sampler = samplers.computeIfAbsent(engine, missing -> new Sampler(missing, threads));
        LiveStream stream = new LiveStream(new LiveView(sampler, query));
        stream.emitter().onCompletion(() -> remove(stream));
        stream.emitter().onError(failure -> remove(stream));
        streams.add(stream);
        if (ticking == null) {
            ticking = threads.every(Duration.ZERO, TICK, this::tick);
        }
        return Optional.of(stream);
    }

    /** Sends the beginning of a response. */
    @FunctionalInterface
    interface Opening {

        void send() throws IOException;
    }

    /** {@return the number of open streams} */
    synchronized int openStreams() {
        return streams.size();
    }

    /** {@return the number of streams with an event being sent} */
    synchronized int writersUnderWay() {
        return (int) streams.stream().filter(LiveStream::isSending).count();
    }

    /** {@return the last sample of a queue; null if no page shows the queue} */
    synchronized @Nullable Sample sample(DelayQueueEngine engine) {
        Sampler sampler = samplers.get(engine);
        return sampler == null ? null : sampler.sample();
    }

    private synchronized void remove(LiveStream stream) {
        stream.end();
        streams.remove(stream);
    }

    private void tick() {
        wanted().forEach(Sampler::tick);
        open().forEach(this::serve);
        stopTickingIfIdle();
    }

    private synchronized Map<Sampler, Wanted> wanted() {
        Map<Sampler, Wanted> wanted = new HashMap<>();
        streams.forEach(
                stream -> wanted.merge(stream.view().sampler(), stream.view().wanted(), Wanted::and));
        samplers.values().removeIf(sampler -> !wanted.containsKey(sampler) && sampler.isUnwantedFor(GRACE));
        return wanted;
    }

    private synchronized List<LiveStream> open() {
        return List.copyOf(streams);
    }

    private synchronized void stopTickingIfIdle() {
        if (streams.isEmpty() && samplers.isEmpty() && ticking != null) {
            ticking.cancel(false);
            ticking = null;
        }
    }

    private void serve(LiveStream stream) {
        long now = System.nanoTime();
        Sample newest = stream.view().sampler().sample();
        if (stream.isOld(now)) {
            finish(stream);
        } else if (stream.isDue(now, newest)) {
            send(stream, newest);
        }
    }

    private void send(LiveStream stream, Sample newest) {
        try {
            LiveView.Event event = stream.next(newest);
            threads.run(() -> write(stream, event));
        } catch (RejectedExecutionException e) {
            // The next event follows after the interval.
            stream.endSending();
        } catch (Throwable e) {
            // An error too: the other pages are still to be served.
            log.warn("An event could not be made", e);
            finish(stream);
        }
    }

    private void write(LiveStream stream, LiveView.Event event) {
        try {
            stream.send(event);
        } catch (IOException | IllegalStateException e) {
            // The client has disconnected; the server ends the response.
            log.debug("A stream broke", e);
            remove(stream);
        } catch (RuntimeException e) {
            log.warn("A stream could not be written", e);
            remove(stream);
            stream.complete();
        } finally {
            stream.endSending();
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
        synchronized (this) {
            running = false;
            samplers.clear();
        }
        open().forEach(this::finish);
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
