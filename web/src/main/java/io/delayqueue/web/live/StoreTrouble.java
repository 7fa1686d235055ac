package io.delayqueue.web.live;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is wrong with a store, as its sampler meets it. Thread-safe. */
final class StoreTrouble {

    /** How long a call may take before it is told that the store does not answer. */
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    private static final long FIRST_PAUSE = Duration.ofMillis(500).toNanos();

    private static final long LONGEST_PAUSE = Duration.ofSeconds(5).toNanos();

    /** What the store refused last time, and why. */
    private final Map<Ask.Kind, String> refusals = new EnumMap<>(Ask.Kind.class);

    private @Nullable String silence;

    /** Since when the store owes an answer; null if it owes none. */
    private @Nullable Long since;

    private long pause;

    synchronized void asking() {
        if (since == null) {
            since = System.nanoTime();
        }
    }

    synchronized void answered(Ask ask) {
        refusals.remove(ask.kind());
        silence = null;
        since = null;
        pause = 0;
    }

    synchronized void unanswered(String reason) {
        silence = reason;
        lengthenPause();
    }

    synchronized void refused(Ask ask, String reason) {
        refusals.put(ask.kind(), reason);
        silence = null;
        since = null;
        lengthenPause();
    }

    private void lengthenPause() {
        pause = Math.min(Math.max(FIRST_PAUSE, 2 * pause), LONGEST_PAUSE);
    }

    /** {@return how many nanoseconds to wait before the next call} */
    synchronized long pause() {
        return pause;
    }

    /** {@return for how long the store has not answered; null if it does} */
    synchronized @Nullable Duration silent() {
        if (since == null) {
            return null;
        }
        long nanos = System.nanoTime() - since;
        return silence == null && nanos < PATIENCE ? null : Duration.ofNanos(nanos);
    }

    /** {@return what is wrong, for people; null if nothing is} */
    synchronized @Nullable String message() {
        if (silence != null) {
            return silence;
        }
        if (silent() != null) {
            return "The store does not answer";
        }
        return refusals.isEmpty() ? null : refusals.values().iterator().next();
    }
}
