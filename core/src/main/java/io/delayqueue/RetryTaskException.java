package io.delayqueue;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a callback to be called again after the given delay, in place of the retry policy's.
 *
 * <p>The attempt counts. After the last attempt the task becomes a dead letter. An exception of {@link #later} postpones the task
 * instead: the attempt does not count, and no number of attempts ends the task. An age does, {@link TaskBuilder#retryFor} or that of the
 * topic.
 */
public class RetryTaskException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /** The delay before the next attempt. */
    private final Duration delay;

    /** Whether the attempt counts. */
    private final boolean counts;

    /**
     * Creates the exception.
     *
     * @param delay the delay before the next attempt
     * @param message the reason; kept as the task's last error
     * @throws InvalidTaskException if the delay is negative
     */
    public RetryTaskException(Duration delay, String message) {
        this(delay, message, null);
    }

    /**
     * Creates the exception.
     *
     * @param delay the delay before the next attempt
     * @param message the reason; kept as the task's last error
     * @param cause the cause, or null
     * @throws InvalidTaskException if the delay is negative
     */
    public RetryTaskException(Duration delay, String message, @Nullable Throwable cause) {
        this(delay, message, cause, true);
    }

    private RetryTaskException(Duration delay, String message, @Nullable Throwable cause, boolean counts) {
        super(message, cause);
        Objects.requireNonNull(delay, "delay must not be null");
        if (delay.isNegative()) {
            throw InvalidTaskException.of("delay", delay, "must not be negative");
        }
        this.delay = delay;
        this.counts = counts;
    }

    /**
     * Creates an exception that postpones the task: the attempt does not count, and the next attempt has the same number.
     *
     * @param delay the delay before the next attempt
     * @param reason the reason; kept as the task's last error, but not among its failed attempts
     * @return the exception, to be thrown
     * @throws InvalidTaskException if the delay is negative
     */
    public static RetryTaskException later(Duration delay, String reason) {
        return new RetryTaskException(delay, reason, null, false);
    }

    /** {@return the delay before the next attempt} */
    public final Duration delay() {
        return delay;
    }

    /** {@return whether the attempt counts} */
    public final boolean counts() {
        return counts;
    }
}
