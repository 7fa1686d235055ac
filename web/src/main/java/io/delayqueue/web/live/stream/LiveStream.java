package io.delayqueue.web.live.stream;

import io.delayqueue.log.Loggers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.slf4j.Logger;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Stream of one open page. An event is created after the previous one has been sent, so a slow client gets the newest state and
 * events do not queue up.
 */
final class LiveStream {

    private static final Logger log = Loggers.of(LiveStream.class);

    static final Duration INTERVAL = Duration.ofSeconds(2);

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

    /** Delay of the second event, which has the counts of the topics in the first. */
    private static final Duration SECOND_AFTER = Duration.ofMillis(500);

    /** Time before an event at which its samples are requested. */
    private static final Duration LEAD = Duration.ofMillis(500);

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final LiveView view;

    private final SseEmitter emitter = new SseEmitter(0L);

    private long opened = System.nanoTime();

    private long pinged = opened;

    private boolean begun;

    private long sent;

    private int events;

    private boolean prepared;

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

    /** {@return whether to request the samples of the next event; once per event} */
    synchronized boolean prepares(long now) {
        if (prepared || (events > 0 && now - sent < INTERVAL.minus(LEAD).toNanos())) {
            return false;
        }
        prepared = true;
        return true;
    }

    /**
     * Returns whether an event is due.
     *
     * @param ready whether the first event would have data
     */
    synchronized boolean isDue(long now, boolean ready) {
        if (!begun || ended || sending) {
            return false;
        }
        if (events == 0) {
            return now - opened >= (ready ? SETTLED : FIRST_WAIT).toNanos();
        }
        return now - sent >= (events == 1 ? SECOND_AFTER : INTERVAL).toNanos();
    }

    /** {@return whether an event is being sent} */
    boolean isSending() {
        return sending;
    }

    /** Records whether an event is being sent. */
    void setSending(boolean sending) {
        this.sending = sending;
    }

    /** Sends an event; blocks until the client has read it. */
    void send(LiveView.Event event) throws IOException {
        SseEmitter.SseEventBuilder message = SseEmitter.event();
        if (noteSent(System.nanoTime())) {
            message.comment("ping");
        }
        emitter.send(message.name(event.name()).data(event.data(), TEXT));
    }

    /** Returns whether a ping is due. */
    private synchronized boolean noteSent(long now) {
        sent = now;
        events++;
        prepared = false;
        if (now - pinged < PING.toNanos()) {
            return false;
        }
        pinged = now;
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
