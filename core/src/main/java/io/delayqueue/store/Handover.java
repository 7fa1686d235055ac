package io.delayqueue.store;

import org.jspecify.annotations.Nullable;

/**
 * What a push did that was to bring tasks along.
 *
 * @param push what it did for the group
 * @param reservation what it gave; null if it was left to the signals to say who takes what
 */
public record Handover(PushResult push, @Nullable Reservation reservation) {}
