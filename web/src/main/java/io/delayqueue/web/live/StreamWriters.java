package io.delayqueue.web.live;

import io.delayqueue.log.Loggers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * Sends streams their events, two at a time. A client that does not read holds a thread until the server gives it up; others do not
 * wait for it: who has held a thread for long is not counted.
 */
final class StreamWriters {

    private static final Logger log = Loggers.of(StreamWriters.class);

    private static final int AT_ONCE = 2;

    private static final long LONG = Duration.ofMillis(500).toNanos();

    private final LiveThreads threads;

    private final Consumer<LiveStream> whenBroken;

    private final Queue<LiveStream> waiting = new ArrayDeque<>();

    private final Set<LiveStream> queued = new HashSet<>();

    /** Those that are being written to, and since when. */
    private final Map<LiveStream, Long> underWay = new LinkedHashMap<>();

    StreamWriters(LiveThreads threads, Consumer<LiveStream> whenBroken) {
        this.threads = threads;
        this.whenBroken = whenBroken;
    }

    /** Sends a stream what is newest, unless it is being sent something or waits for that. */
    synchronized void send(LiveStream stream) {
        if (!underWay.containsKey(stream) && queued.add(stream)) {
            waiting.add(stream);
        }
    }

    /** Begins what may begin. */
    synchronized void dispatch() {
        long now = System.nanoTime();
        while (!waiting.isEmpty()
                && underWay.values().stream()
                                .filter(since -> now - since < LONG)
                                .count()
                        < AT_ONCE) {
            LiveStream stream = waiting.remove();
            queued.remove(stream);
            underWay.put(stream, now);
            try {
                threads.run(() -> write(stream));
            } catch (RejectedExecutionException e) {
                // It is due again at the next look.
                underWay.remove(stream);
                return;
            }
        }
    }

    /** {@return how many are being written to} */
    synchronized int underWay() {
        return underWay.size();
    }

    private void write(LiveStream stream) {
        try {
            if (!stream.isEnded()) {
                stream.send();
            }
        } catch (IOException | IllegalStateException e) {
            // The client went away; the server ends the answer.
            log.debug("A stream broke", e);
            whenBroken.accept(stream);
        } catch (RuntimeException e) {
            log.warn("A stream could not be written", e);
            whenBroken.accept(stream);
            stream.complete();
        } finally {
            written(stream);
        }
    }

    private synchronized void written(LiveStream stream) {
        underWay.remove(stream);
        dispatch();
    }
}
