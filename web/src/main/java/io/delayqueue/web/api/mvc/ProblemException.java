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
     * @param detail what happened this time
     */
    public ProblemException(ProblemType type, String detail) {
        super(HttpStatusCode.valueOf(type.status()), body(type, detail), null);
        if (type == ProblemType.TOO_LARGE) {
            // What was not read of the body would be read for the sake of the next request.
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
     * @param field where it is, such as {@code tasks[3].delay}
     * @param rule what the field must be, beginning with "must"
     * @return the exception, to throw
     */
    public static ProblemException invalid(String field, String rule) {
        return new ProblemException(ProblemType.INVALID_REQUEST, field + " " + rule).with("field", field);
    }

    /**
     * Creates the exception for something that is not there.
     *
     * @param detail what
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
     * Sets when it is worth while to try again.
     *
     * @param after how long to wait; rounded up to seconds, one at least
     * @return this exception
     */
    public ProblemException retryAfter(Duration after) {
        getHeaders()
                .set(
                        HttpHeaders.RETRY_AFTER,
                        String.valueOf(Math.max(1, after.plusMillis(999).toSeconds())));
        return this;
    }

    /** {@return the detail, without status and headers} */
    @Override
    public String getMessage() {
        return String.valueOf(getBody().getDetail());
    }
}
