package io.delayqueue;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a callback to be called again after the given delay, in place of the retry policy's.
 *
 * <p>The attempt counts. After the last attempt the task becomes a dead letter.
 */
public class RetryTaskException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /** The delay before the next attempt. */
    private final Duration delay;

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
        super(message, cause);
        Objects.requireNonNull(delay, "delay must not be null");
        if (delay.isNegative()) {
            throw InvalidTaskException.of("delay", delay, "must not be negative");
        }
        this.delay = delay;
    }

    /** {@return the delay before the next attempt} */
    public final Duration delay() {
        return delay;
    }
}
