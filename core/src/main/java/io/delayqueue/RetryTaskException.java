package io.delayqueue;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a callback to be called again after the given delay, in place of the retry policy's.
 *
 * <p>The attempt counts. After the last attempt the task becomes a dead letter. An exception of {@link #later} postpones the task
 * instead: the attempt does not count, and no number of attempts ends the task. An age does, {@link TaskBuilder#retryFor} or that of the
 * topic, which counts from the begin of the first attempt, be it one that does not count.
 *
 * <p>An exception of {@link #hold} or {@link #holdTopic} also holds a limit or the topic of the task, for all tasks and all instances: no task
 * is called until then. The task itself is given back at once, in its place among the ready tasks, and the attempt does not count. Only its
 * {@linkplain TaskBuilder#notAfter last time to begin} ends a task that holds each time.
 */
public class RetryTaskException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /** The delay before the next attempt. */
    private final Duration delay;

    /** Whether the attempt counts. */
    private final boolean counts;

    /** What is held for the delay, or null. */
    private final transient @Nullable Hold hold;

    /**
     * Part of a group of which no task is called for a time.
     *
     * @param limit name of a limit of the task's topic; null for the topic
     */
    public record Hold(@Nullable String limit) {}

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
        this(delay, message, cause, true, null);
    }

    /**
     * Creates an exception of a subclass.
     *
     * @param delay the delay before the next attempt
     * @param message the reason; kept as the task's last error
     * @param cause the cause, or null
     * @param counts whether the attempt counts; if not, the task is postponed as by {@link #later}
     * @throws InvalidTaskException if the delay is negative
     */
    protected RetryTaskException(Duration delay, String message, @Nullable Throwable cause, boolean counts) {
        this(delay, message, cause, counts, null);
    }

    private RetryTaskException(
            Duration delay, String message, @Nullable Throwable cause, boolean counts, @Nullable Hold hold) {
        super(message, cause);
        requireNonNull(delay, "delay must not be null");
        require(!delay.isNegative(), "delay", delay, "must not be negative");
        this.delay = delay;
        this.counts = counts;
        this.hold = hold;
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
        return new RetryTaskException(delay, reason, null, false, null);
    }

    /**
     * Creates an exception that holds a limit of the topic: no task of the limit's topics is called for a time. A limit that the topic does not
     * have is a failure of the attempt.
     *
     * @param limit name of the limit
     * @param duration how long, at most the {@linkplain io.delayqueue.engine.EngineSettings#maxHold longest hold}; an earlier hold that lasts
     *     longer stays
     * @param reason the reason; logged
     * @return the exception, to be thrown
     * @throws InvalidTaskException if the duration is negative, or the name breaks the rule of {@link TopicName}
     */
    public static RetryTaskException hold(String limit, Duration duration, String reason) {
        TopicName.requireLimit(limit);
        return new RetryTaskException(duration, reason, null, false, new Hold(limit));
    }

    /**
     * Creates an exception that holds the topic: no task of it is called for a time.
     *
     * @param duration how long, at most the {@linkplain io.delayqueue.engine.EngineSettings#maxHold longest hold}; an earlier hold that lasts
     *     longer stays
     * @param reason the reason; logged
     * @return the exception, to be thrown
     * @throws InvalidTaskException if the duration is negative
     */
    public static RetryTaskException holdTopic(Duration duration, String reason) {
        return new RetryTaskException(duration, reason, null, false, new Hold(null));
    }

    /** {@return the delay before the next attempt} */
    public final Duration delay() {
        return delay;
    }

    /** {@return what is held for the delay, or null} */
    public final @Nullable Hold hold() {
        return hold;
    }

    /** {@return whether the attempt counts} */
    public final boolean counts() {
        return counts;
    }
}
