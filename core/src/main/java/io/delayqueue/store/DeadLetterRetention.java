package io.delayqueue.store;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the dead letters that a topic keeps; the others are removed, the oldest first.
 *
 * @param maxAge maximum age, from one second to 36,500 days; null for no limit
 * @param maxCount maximum number, at least 1; null for no limit
 */
public record DeadLetterRetention(
        @Nullable Duration maxAge, @Nullable Integer maxCount) {

    /** Keeps all dead letters. */
    public static final DeadLetterRetention ALL = new DeadLetterRetention(null, null);

    /**
     * Checks the limits.
     *
     * @throws InvalidSettingException if one is out of its range
     */
    public DeadLetterRetention {
        require(
                maxAge == null || maxAge.compareTo(Duration.ofSeconds(1)) >= 0,
                "maxAge",
                "must be at least 1 second",
                maxAge);
        require(
                maxAge == null || maxAge.compareTo(Task.MAX_DELAY) <= 0,
                "maxAge",
                "must be at most 36,500 days",
                maxAge);
        require(maxCount == null || maxCount >= 1, "maxCount", "must be at least 1", maxCount);
    }

    private static void require(boolean holds, String field, String rule, @Nullable Object value) {
        if (!holds) {
            throw new InvalidSettingException("dead-letter", field, rule + ", but is " + value);
        }
    }

    /** {@return whether nothing is ever removed} */
    public boolean keepsAll() {
        return maxAge == null && maxCount == null;
    }
}
