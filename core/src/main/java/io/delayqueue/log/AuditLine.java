package io.delayqueue.log;

import org.jspecify.annotations.Nullable;

/** Line of the logger {@value #LOGGER}: one change requested from outside the application, with any outcome. */
public final class AuditLine {

    /** Name of the logger. */
    public static final String LOGGER = "io.delayqueue.audit";

    private final StringBuilder line;

    private final int status;

    /**
     * Begins a line.
     *
     * @param status the HTTP status of the response
     */
    public AuditLine(int status) {
        this.line = new StringBuilder(status < 400 ? "done" : status < 500 ? "refused" : "failed");
        this.status = status;
    }

    /**
     * Adds a value.
     *
     * @param name the value's name, a plain word
     * @param value the value, any text; null for an unknown value, which is omitted
     * @return this line
     */
    public AuditLine with(String name, @Nullable Object value) {
        if (value != null) {
            line.append(' ').append(name).append('=').append(LogText.of(value.toString()));
        }
        return this;
    }

    /** {@return the line, which ends with the status} */
    @Override
    public String toString() {
        return line + " status=" + status;
    }
}
