package io.delayqueue.web.live.stream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** One open page. An event is made when the one before is sent, so a client that reads slowly gets the newest and nothing piles up. */
final class LiveStream {

    static final Duration INTERVAL = Duration.ofSeconds(2);

    static final Duration PING = Duration.ofSeconds(15);

    /** The client then reconnects, and its access is checked again. */
    static final Duration LIFE = Duration.ofMinutes(10);

    private static final long RETRY_MILLIS = 2_000;

    /** How long the first event waits for something to show. */
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    /** The second comes soon: the counts of the topics in the first. */
    private static final Duration SECOND_AFTER = Duration.ofMillis(500);

    /** The time before an event at which its samples are asked for. */
    private static final Duration LEAD = Duration.ofMillis(500);

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final LiveView view;

    private final SseEmitter emitter = new SseEmitter(0L);

    private final long opened = System.nanoTime();

    private long pinged = opened;

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

    /** Sends the headers, and the time after which the client reconnects. */
    void open() throws IOException {
        emitter.send(SseEmitter.event().reconnectTime(RETRY_MILLIS).comment("open"));
    }

    /** {@return whether the samples of the next event are to be asked for; once an event} */
    synchronized boolean prepares(long now) {
        if (prepared || events == 0 || now - sent < INTERVAL.minus(LEAD).toNanos()) {
            return false;
        }
        prepared = true;
        return true;
    }

    /**
     * Tells whether an event is due.
     *
     * @param ready whether the first would have something to show
     */
    synchronized boolean isDue(long now, boolean ready) {
        if (ended || sending) {
            return false;
        }
        if (events == 0) {
            return ready || now - opened >= FIRST_WAIT.toNanos();
        }
        return now - sent >= (events == 1 ? SECOND_AFTER : INTERVAL).toNanos();
    }

    /** {@return whether an event is being sent} */
    boolean isSending() {
        return sending;
    }

    /** Notes that the next event is being sent, or no longer. */
    void setSending(boolean sending) {
        this.sending = sending;
    }

    /** Sends an event; takes as long as the client does. */
    void send(LiveView.Event event) throws IOException {
        SseEmitter.SseEventBuilder message = SseEmitter.event();
        if (noteSent(System.nanoTime())) {
            message.comment("ping");
        }
        emitter.send(message.name(event.name()).data(event.data(), TEXT));
    }

    /** Returns whether a ping is due too. */
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

    boolean isOld(long now) {
        return now - opened >= LIFE.toNanos();
    }

    /** Stops further events. */
    void end() {
        ended = true;
    }

    /** Ends the answer; waits for an event that is being sent. */
    void complete() {
        end();
        emitter.complete();
    }
}
