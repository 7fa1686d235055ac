package io.delayqueue.store;

import org.jspecify.annotations.Nullable;

/**
 * Result of a push that also reserves.
 *
 * @param push the result of the push
 * @param reservation the leased tasks; null if the signals decide which instance takes them
 */
public record PushAndReserveResult(
        PushResult push, @Nullable Reservation reservation) {}
