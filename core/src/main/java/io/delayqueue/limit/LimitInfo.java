package io.delayqueue.limit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limit as it holds now, and what it does. All times are the store's.
 *
 * @param limit the limit that holds
 * @param declared what an application declared last; null if the limit was only set at run time
 * @param running number of leased tasks of its topics
 * @param waiting number of ready tasks of its topics
 * @param heldUntil the end of a hold, or null
 * @param nextToken when its rate lets the next task begin; null if now, or without a rate
 * @param topics the topics that have it, at most {@link Limit#MAX_TOPICS}; their names in order
 */
public record LimitInfo(
        Limit limit,
        @Nullable Limit declared,
        long running,
        long waiting,
        @Nullable Instant heldUntil,
        @Nullable Instant nextToken,
        List<String> topics) {

    /** Copies the names. */
    public LimitInfo {
        topics = List.copyOf(topics);
    }

    /** {@return whether the limit was changed at run time since it was declared} */
    public boolean changed() {
        return !limit.equals(declared);
    }

    /** {@return when time lets the next task begin: the end of a hold, or when the next token comes if that is later; null if now, or not known} */
    public @Nullable Instant until() {
        return heldUntil == null || nextToken != null && nextToken.isAfter(heldUntil) ? nextToken : heldUntil;
    }

    /** {@return whether the limit lets no further task begin now} */
    public boolean full() {
        Integer concurrency = limit.concurrency();
        return heldUntil != null || nextToken != null || concurrency != null && running >= concurrency;
    }
}
