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
     * @param field the field that breaks the rule
     * @param message the rule, and the value that breaks it
     * @param cause the cause, or null
     */
    public InvalidTaskException(String field, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.field = field;
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
        String shown = value == null ? "null" : "'" + LogText.shorten(value.toString(), MAX_SHOWN) + "'";
        return new InvalidTaskException(field, field + " " + rule + ", but is " + shown, null);
    }

    /** {@return the name of the field that breaks the rule} */
    public String field() {
        return field;
    }
}
