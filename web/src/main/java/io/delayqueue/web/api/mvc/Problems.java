package io.delayqueue.web.api.mvc;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** Turns problems into answers. */
public final class Problems {

    private Problems() {}

    /**
     * Answers outside of controllers, such as from a filter.
     *
     * @param problem the problem
     * @param request what it answers
     * @param response where it is written; not committed before
     * @throws IOException if the answer cannot be sent
     */
    public static void write(ProblemException problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        byte[] body = ApiJson.bytes(body(problem, request));
        response.setStatus(problem.type().status());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        if (problem.type() == ProblemType.TOO_LARGE) {
            // What was not read of the body would be read for the sake of the next request.
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        Duration after = problem.retryAfter();
        if (after != null) {
            response.setHeader(HttpHeaders.RETRY_AFTER, seconds(after));
        }
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static Problem body(ProblemException problem, HttpServletRequest request) {
        ProblemType type = problem.type();
        return new Problem(
                type.urn(), type.title(), type.status(), detail(problem), request.getRequestURI(), problem.members());
    }

    private static String detail(ProblemException problem) {
        @Nullable String detail = problem.getMessage();
        return detail == null ? problem.type().title() : detail;
    }

    private static String seconds(Duration duration) {
        return String.valueOf(Math.max(1, duration.plusMillis(999).toSeconds()));
    }
}
