package io.delayqueue.web.live.sample;

import io.delayqueue.web.live.sample.StoreCalls.Kind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tracks outages and refusals of a store by the calls of its sampler. Thread-safe. */
final class StoreHealth {

    /** Time after which a pending call counts as an outage. */
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    private static final long FIRST_PAUSE = Duration.ofMillis(500).toNanos();

    private static final long MAX_PAUSE = Duration.ofSeconds(5).toNanos();

    /** Calls that the store refused last time, with the reasons. */
    private final Map<Kind, String> refusals = new EnumMap<>(Kind.class);

    private @Nullable String outage;

    /** Start of the oldest call without an answer; null if there is none. */
    private @Nullable Long since;

    private long pause;

    synchronized void calling() {
        if (since == null) {
            since = System.nanoTime();
        }
    }

    synchronized void answered(Kind kind) {
        refusals.remove(kind);
        outage = null;
        since = null;
        pause = 0;
    }

    synchronized void unanswered(String reason) {
        outage = reason;
        lengthenPause();
    }

    synchronized void refused(Kind kind, String reason) {
        refusals.put(kind, reason);
        outage = null;
        since = null;
        lengthenPause();
    }

    private void lengthenPause() {
        pause = Math.min(Math.max(FIRST_PAUSE, 2 * pause), MAX_PAUSE);
    }

    /** {@return the nanoseconds to wait before the next call} */
    synchronized long pause() {
        return pause;
    }

    /** {@return the duration of the store's outage; null if it answers} */
    synchronized @Nullable Duration outage() {
        if (since == null) {
            return null;
        }
        long nanos = System.nanoTime() - since;
        return outage == null && nanos < PATIENCE ? null : Duration.ofNanos(nanos);
    }

    /** {@return the message of the failure; null if there is none} */
    synchronized @Nullable String error() {
        if (outage != null) {
            return outage;
        }
        if (outage() != null) {
            return "Redis does not answer";
        }
        return refusals.isEmpty() ? null : refusals.values().iterator().next();
    }
}
