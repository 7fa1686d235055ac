package io.delayqueue;

import io.delayqueue.log.LogText;
import org.jspecify.annotations.Nullable;

/** Thrown when a task or a name breaks a rule. The message names the field and the rule; nothing was written. */
public class InvalidTaskException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    private static final int MAX_SHOWN = 163;

    /** The name of the field that breaks the rule. */
    private final String field;

    /**
     * Creates the exception.
     *
     * @param message the field that breaks the rule as the first word, the rule, and the value that breaks the rule
     */
    public InvalidTaskException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with a cause.
     *
     * @param message the field that breaks the rule as the first word, the rule, and the value that breaks the rule
     * @param cause the cause, or null
     */
    public InvalidTaskException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.field = message.split(" ", 2)[0];
    }

    /**
     * Requires that a value keeps a rule.
     *
     * @param holds whether the value keeps the rule
     * @param field the field
     * @param value the value; long values are shortened in the message
     * @param rule the rule, beginning with "must"
     * @throws InvalidTaskException if the value does not keep the rule
     */
    public static void require(boolean holds, String field, @Nullable Object value, String rule) {
        if (!holds) {
            throw of(field, value, rule);
        }
    }

    /**
     * Creates the exception for a value.
     *
     * @param field the field that breaks the rule
     * @param value the value; long values are shortened in the message
     * @param rule the rule, beginning with "must"
     * @return the exception, to throw
     */
    public static InvalidTaskException of(String field, @Nullable Object value, String rule) {
        String shown = value == null ? "null" : "'" + LogText.shorten(LogText.words(value), MAX_SHOWN) + "'";
        return new InvalidTaskException(field + " " + rule + ", but is " + shown);
    }

    /** {@return the name of the field that breaks the rule} */
    public String field() {
        return field;
    }
}
