package io.delayqueue.web.api.mvc;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a call of the API with a problem. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kind. */
    private final ProblemType type;

    private final transient Map<String, Object> members = new LinkedHashMap<>();

    /** How long to wait before trying again. */
    private @Nullable Duration retryAfter;

    /**
     * Creates the exception.
     *
     * @param type the kind
     * @param detail what happened this time
     */
    public ProblemException(ProblemType type, String detail) {
        super(detail);
        this.type = type;
    }

    /**
     * A value that breaks a rule.
     *
     * @param field where it is, such as {@code tasks[3].delay}
     * @param rule what the field must be, beginning with "must"
     * @return the exception, to throw
     */
    public static ProblemException invalid(String field, String rule) {
        return new ProblemException(ProblemType.INVALID_REQUEST, field + " " + rule).with("field", field);
    }

    /**
     * Something that is not there.
     *
     * @param detail what
     * @return the exception, to throw
     */
    public static ProblemException notFound(String detail) {
        return new ProblemException(ProblemType.NOT_FOUND, detail);
    }

    /**
     * Says more than the detail does.
     *
     * @param member the name of the member
     * @param value its value, as JSON can say it
     * @return this exception
     */
    public ProblemException with(String member, Object value) {
        members.put(member, value);
        return this;
    }

    /**
     * Says when it is worth while to try again.
     *
     * @param after how long to wait; rounded up to seconds
     * @return this exception
     */
    public ProblemException retryAfter(Duration after) {
        this.retryAfter = after;
        return this;
    }

    /** {@return the kind} */
    public ProblemType type() {
        return type;
    }

    /** {@return what the problem says besides its detail; unmodifiable} */
    public Map<String, Object> members() {
        return Collections.unmodifiableMap(members);
    }

    /** {@return how long to wait before trying again, if that may help} */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
