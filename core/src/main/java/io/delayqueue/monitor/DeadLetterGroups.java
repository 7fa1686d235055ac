package io.delayqueue.monitor;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters of a topic, or its tasks that are being retried, by the exceptions of their last failures, or by the reasons of pull
 * consumers. Of tasks that are being retried the times are those of their next attempts.
 *
 * @param groups the groups, the largest first; unmodifiable
 * @param read number of dead letters that were read, which is the sum of the groups' counts
 * @param total number of all dead letters of the topic
 * @param next start of the next part, with older dead letters; null if there are none. It stays valid while tasks change; its format
 *     may change
 */
public record DeadLetterGroups(
        List<Group> groups, long read, long total, @Nullable String next) {

    /**
     * Copies the list.
     */
    public DeadLetterGroups {
        groups = List.copyOf(groups);
    }

    /**
     * Dead letters whose last failures have the same exception, the same root cause and the same reason.
     *
     * @param type class name of the exception, at most 200 characters; null if the failure has none
     * @param rootCause class name of its innermost cause, at most 200 characters; null if it has no cause
     * @param reason the reason that a pull consumer gave, at most 200 characters; null if the failure is an exception of a callback
     * @param count number of dead letters that were read
     * @param first when the first of them became a dead letter, by the store's clock
     * @param last when the last of them did
     * @param lastId the id of the last
     */
    public record Group(
            @Nullable String type,
            @Nullable String rootCause,
            @Nullable String reason,
            long count,
            Instant first,
            Instant last,
            String lastId) {}
}
