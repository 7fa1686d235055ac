package io.delayqueue.store;

import java.time.Duration;

/**
 * The store's time as a pusher expects it, by the last push and its own monotonic clock. A store whose clock is ahead of it has made
 * a step, stood still or did not answer: the instances that hold leases had no time to renew them.
 *
 * @param millis the store's time at the call at the latest, in milliseconds since the epoch; 0 if nothing is expected
 * @param hold how long leases that have ended are held back if the store's clock is ahead by more than this, or by more than a second
 */
public record ExpectedTime(long millis, Duration hold) {

    /** Expects nothing: leases that have ended have ended. */
    public static final ExpectedTime NONE = new ExpectedTime(0, Duration.ZERO);
}
