package io.delayqueue.web.live;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.WebQueues;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** What is answered instead. */
final class LiveProblems {

    private static final String RETRY_AFTER_SECONDS = "5";

    private LiveProblems() {}

    static DelayQueueEngine require(WebQueues queues, @Nullable String name) {
        return queues.find(name)
                .orElseThrow(() -> problem(
                        HttpStatus.NOT_FOUND,
                        "no-queue",
                        name == null ? "There is no default queue" : "There is no queue of the name " + name));
    }

    static ErrorResponseException tooManyStreams() {
        ErrorResponseException problem = problem(
                HttpStatus.TOO_MANY_REQUESTS,
                "too-many",
                "As many pages are open as delayqueue.web.max-streams allows");
        problem.getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        return problem;
    }

    private static ErrorResponseException problem(HttpStatus status, String word, String detail) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
        body.setType(URI.create("urn:delayqueue:problem:" + word));
        return new ErrorResponseException(status, body, null);
    }
}
