package io.delayqueue.web.api.mvc;

import java.io.Serial;
import java.net.URI;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Ends a call of the API with a problem. */
public final class ProblemException extends ErrorResponseException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param type the kind
     * @param detail the description of this occurrence
     */
    public ProblemException(ProblemType type, String detail) {
        super(HttpStatusCode.valueOf(type.status()), body(type, detail), null);
        if (type == ProblemType.TOO_LARGE) {
            // Closes the connection: otherwise the rest of the body would be read before the next request.
            getHeaders().set(HttpHeaders.CONNECTION, "close");
        }
    }

    private static ProblemDetail body(ProblemType type, String detail) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(type.status()), detail);
        body.setType(URI.create(type.urn()));
        body.setTitle(type.title());
        return body;
    }

    /**
     * Creates the exception for a value that breaks a rule.
     *
     * @param field the field, such as {@code tasks[3].delay}
     * @param rule the rule, beginning with "must"
     * @return the exception, to throw
     */
    public static ProblemException invalid(String field, String rule) {
        return new ProblemException(ProblemType.INVALID_REQUEST, field + " " + rule).with("field", field);
    }

    /**
     * Creates the exception for a missing resource.
     *
     * @param detail the description
     * @return the exception, to throw
     */
    public static ProblemException notFound(String detail) {
        return new ProblemException(ProblemType.NOT_FOUND, detail);
    }

    /**
     * Adds an extension member.
     *
     * @param member the name of the member
     * @param value its value, which can be written as JSON
     * @return this exception
     */
    public ProblemException with(String member, Object value) {
        getBody().setProperty(member, value);
        return this;
    }

    /**
     * Sets the time of the next retry.
     *
     * @param after the time to wait; rounded up to seconds, at least one
     * @return this exception
     */
    public ProblemException retryAfter(Duration after) {
        getHeaders()
                .set(
                        HttpHeaders.RETRY_AFTER,
                        String.valueOf(Math.max(1, after.plusMillis(999).toSeconds())));
        return this;
    }

    /** {@return the problem detail, without status and headers} */
    @Override
    public String getMessage() {
        return String.valueOf(getBody().getDetail());
    }
}
