package io.delayqueue.web.live.sample;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tracks outages of a store by the calls of its sampler. Thread-safe. */
final class StoreHealth {

    /** Time after which a pending call counts as an outage. */
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    private @Nullable String failure;

    /** Start of the oldest call without an answer; null if there is none. */
    private @Nullable Long since;

    synchronized void calling() {
        if (since == null) {
            since = System.nanoTime();
        }
    }

    synchronized void answered() {
        failure = null;
        since = null;
    }

    synchronized void failed(String reason) {
        failure = reason;
    }

    /** {@return the duration of the store's outage; null if it answers} */
    synchronized @Nullable Duration outage() {
        if (since == null) {
            return null;
        }
        long nanos = System.nanoTime() - since;
        return failure == null && nanos < PATIENCE ? null : Duration.ofNanos(nanos);
    }

    /** {@return the message of the failure; null if there is none} */
    synchronized @Nullable String error() {
        return failure != null ? failure : outage() != null ? "Redis does not answer" : null;
    }
}
