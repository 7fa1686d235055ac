package io.delayqueue.store;

import java.time.Duration;

/**
 * Store time that a pusher expects, by the last push and its own monotonic clock. If the store's clock is ahead of it, the clock
 * has been set forward, or the store was stopped or unreachable: instances had no time to renew their leases.
 *
 * @param millis the store's time at the call at the latest, in milliseconds since the epoch; 0 if nothing is expected
 * @param hold how long leases that have ended are held back if the store's clock is ahead by more than this, or by more than a
 *     second
 */
public record ExpectedTime(long millis, Duration hold) {

    /** No expectation: expired leases are not held back. */
    public static final ExpectedTime NONE = new ExpectedTime(0, Duration.ZERO);
}
