package io.delayqueue.store;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;

import io.delayqueue.InvalidSettingException;
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

    private static final String SUBJECT = "dead-letter";

    /** Keeps all dead letters. */
    public static final DeadLetterRetention ALL = new DeadLetterRetention(null, null);

    /**
     * Checks the limits.
     *
     * @throws InvalidSettingException if one is out of its range
     */
    public DeadLetterRetention {
        requireLength(SUBJECT, "maxAge", maxAge, Duration.ofSeconds(1), "must be at least 1 second");
        require(maxCount == null || maxCount >= 1, SUBJECT, "maxCount", "must be at least 1", maxCount);
    }

    /** {@return whether nothing is ever removed} */
    public boolean keepsAll() {
        return maxAge == null && maxCount == null;
    }
}
