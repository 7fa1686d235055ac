package io.delayqueue;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a callback to be called again after a delay of its choice instead of the one the retry policy would give.
 *
 * <p>The attempt counts. When it was the last one, the task goes to the dead letters like any other failure.
 */
public class RetryTaskException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /** How long to wait before the next attempt. */
    private final Duration delay;

    /**
     * Creates the exception.
     *
     * @param delay how long to wait before the next attempt
     * @param message why; kept as the task's last error
     * @throws InvalidTaskException if the delay is negative
     */
    public RetryTaskException(Duration delay, String message) {
        this(delay, message, null);
    }

    /**
     * Creates the exception.
     *
     * @param delay how long to wait before the next attempt
     * @param message why; kept as the task's last error
     * @param cause what went wrong
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

    /** {@return how long to wait before the next attempt} */
    public final Duration delay() {
        return delay;
    }
}
