package io.delayqueue.log;

import org.jspecify.annotations.Nullable;

/** A line of the logger {@value #LOGGER}: one change that was asked for from outside the application, whatever became of it. */
public final class AuditLine {

    /** The logger of all such lines. */
    public static final String LOGGER = "io.delayqueue.audit";

    private final StringBuilder line;

    private final int status;

    /**
     * Begins a line.
     *
     * @param status the status of the answer, by the rules of HTTP
     */
    public AuditLine(int status) {
        this.line = new StringBuilder(status < 400 ? "done" : status < 500 ? "refused" : "failed");
        this.status = status;
    }

    /**
     * Adds a value.
     *
     * @param name the value's name, a plain word
     * @param value the value, which may hold any text; null, for one that is not known, is left out
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
