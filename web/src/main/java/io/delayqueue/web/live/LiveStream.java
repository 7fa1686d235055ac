package io.delayqueue.web.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One open page. What it is sent is made when it is sent, so a client that reads slowly gets the newest and nothing piles up.
 */
final class LiveStream {

    static final Duration INTERVAL = Duration.ofSeconds(2);

    static final Duration PING = Duration.ofSeconds(15);

    /** Then the client comes anew, and who it is is looked at again. */
    static final Duration LIFE = Duration.ofMinutes(10);

    private static final long RETRY_MILLIS = 2_000;

    /** How long the first event waits for something to tell. */
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    /** The second comes soon: the counts of what the first has shown. */
    private static final Duration SECOND_AFTER = Duration.ofMillis(500);

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final LiveView view;

    private final SseEmitter emitter = new SseEmitter(0L);

    private final long opened = System.nanoTime();

    private long pinged = opened;

    private long sent;

    private int events;

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

    /** Sends the headers, and tells the client when to come again. */
    void open() throws IOException {
        emitter.send(SseEmitter.event().reconnectTime(RETRY_MILLIS).comment("open"));
    }

    /** {@return whether there is something to send} */
    synchronized boolean isDue(long now) {
        if (ended) {
            return false;
        }
        if (events == 0) {
            return view.isReady() || now - opened >= FIRST_WAIT.toNanos();
        }
        return now - sent >= (events == 1 ? SECOND_AFTER : INTERVAL).toNanos();
    }

    /** Sends what is newest; takes as long as the client does. */
    void send() throws IOException {
        LiveView.Event event = view.next();
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
        if (now - pinged < PING.toNanos()) {
            return false;
        }
        pinged = now;
        return true;
    }

    boolean isOld(long now) {
        return now - opened >= LIFE.toNanos();
    }

    boolean isEnded() {
        return ended;
    }

    /** Nothing is sent any more. */
    void end() {
        ended = true;
    }

    /** Ends the answer; waits for what is just being sent. */
    void complete() {
        end();
        emitter.complete();
    }
}
