package io.delayqueue.web.live.stream;

import io.delayqueue.log.Loggers;
import io.delayqueue.web.live.sample.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Stream of one open page, with an event for each sample. An event is created after the previous one has been sent, so a slow client
 * gets the newest state and events do not queue up.
 */
final class LiveStream {

    private static final Logger log = Loggers.of(LiveStream.class);

    /** Time after which an event is repeated although there is no new sample, so that the page sees an outage. */
    static final Duration INTERVAL = Duration.ofSeconds(3);

    static final Duration PING = Duration.ofSeconds(15);

    /** Maximum duration of a stream. The client then reconnects, and its access is checked again. */
    static final Duration LIFE = Duration.ofMinutes(10);

    /** Beginning of the response, with the time after which the client reconnects. */
    static final String OPENING = "retry:2000\n:open\n\n";

    /**
     * Minimum wait of the first event. While the request is still on its way out of the server, a write that fails would leave it
     * there for ever: Tomcat then closes the connection without the end of the request.
     */
    private static final Duration SETTLED = Duration.ofMillis(100);

    /** Maximum wait of the first event for data. */
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final LiveView view;

    private final SseEmitter emitter = new SseEmitter(0L);

    private long opened = System.nanoTime();

    private long pinged = opened;

    private boolean begun;

    private long sent;

    /** Sample of the last event; null before the first event. */
    private @Nullable Sample shown;

    private volatile boolean sending;

    private volatile boolean ended;

    LiveStream(LiveView view) {
        this.view = view;
    }

    LiveView view() {
        return view;
    }

    SseEmitter emitter() {
        return emitter;
    }

    /** Allows events, because the beginning of the response has been sent. */
    synchronized void begin() {
        opened = System.nanoTime();
        begun = true;
    }

    /** Returns whether an event is due. */
    synchronized boolean isDue(long now, Sample newest) {
        if (!begun || ended || sending) {
            return false;
        }
        if (shown == null) {
            return now - opened >= (newest.isFor(view.wanted()) ? SETTLED : FIRST_WAIT).toNanos();
        }
        return newest != shown || now - sent >= INTERVAL.toNanos();
    }

    /** {@return whether an event is being sent} */
    boolean isSending() {
        return sending;
    }

    /** Creates an event, and allows no other until {@link #endSending}. */
    synchronized LiveView.Event next(Sample newest) {
        LiveView.Event event = view.next(newest);
        shown = newest;
        sent = System.nanoTime();
        sending = true;
        return event;
    }

    void endSending() {
        sending = false;
    }

    /** Sends an event; blocks until the client has read it. */
    void send(LiveView.Event event) throws IOException {
        SseEmitter.SseEventBuilder message = SseEmitter.event();
        if (isPingDue()) {
            message.comment("ping");
        }
        emitter.send(message.name(event.name()).data(event.data(), TEXT));
    }

    private synchronized boolean isPingDue() {
        if (sent - pinged < PING.toNanos()) {
            return false;
        }
        pinged = sent;
        return true;
    }

    synchronized boolean isOld(long now) {
        return now - opened >= LIFE.toNanos();
    }

    /** Stops further events. */
    void end() {
        ended = true;
    }

    /** Ends the response; waits for an event that is being sent. */
    void complete() {
        end();
        try {
            emitter.complete();
        } catch (IllegalStateException e) {
            // The container has handled an error of the connection, and ends the response.
            log.debug("A stream has ended before its end was sent", e);
        }
    }
}
