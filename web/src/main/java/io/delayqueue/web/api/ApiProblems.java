package io.delayqueue.web.api;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.StaleTaskException;
import io.delayqueue.TaskExistsException;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** What the calls of the API fail with, as problems. Before any advice of the application, and for the API only. */
@Order(Ordered.HIGHEST_PRECEDENCE)
@RestControllerAdvice(annotations = ApiController.class)
final class ApiProblems {

    private static final Logger log = LoggerFactory.getLogger(ApiProblems.class);

    private static final Duration OUTAGE = Duration.ofSeconds(5);

    private static final Set<String> SAFE =
            Set.of(HttpMethod.GET.name(), HttpMethod.HEAD.name(), HttpMethod.OPTIONS.name());

    @ExceptionHandler
    ResponseEntity<Problem> problem(ProblemException e, HttpServletRequest request) {
        return Problems.answer(e, request);
    }

    @ExceptionHandler
    ResponseEntity<Problem> invalid(InvalidTaskException e, HttpServletRequest request) {
        return Problems.answer(
                new ProblemException(ProblemType.INVALID_REQUEST, message(e)).with("field", e.field()), request);
    }

    @ExceptionHandler
    ResponseEntity<Problem> exists(TaskExistsException e, HttpServletRequest request) {
        return Problems.answer(new ProblemException(ProblemType.EXISTS, message(e)).with("id", e.id()), request);
    }

    @ExceptionHandler
    ResponseEntity<Problem> stale(StaleTaskException e, HttpServletRequest request) {
        return Problems.answer(new ProblemException(ProblemType.STALE, message(e)).with("id", e.id()), request);
    }

    @ExceptionHandler
    ResponseEntity<Problem> store(TaskStoreException e, HttpServletRequest request) {
        return Problems.answer(storeProblem(e, request), request);
    }

    /** Also for those who have more to say of it. */
    static ProblemException storeProblem(TaskStoreException e, HttpServletRequest request) {
        if (e instanceof TaskNotReplicatedException) {
            return new ProblemException(ProblemType.NOT_REPLICATED, message(e)).retryAfter(OUTAGE);
        }
        if (e instanceof TaskStoreUnavailableException) {
            String effect = SAFE.contains(request.getMethod())
                    ? "Nothing was to be changed."
                    : "It may or may not have happened.";
            return new ProblemException(ProblemType.UNAVAILABLE, message(e) + ". " + effect)
                    .with("mayHaveHappened", !SAFE.contains(request.getMethod()))
                    .retryAfter(OUTAGE);
        }
        return new ProblemException(ProblemType.REFUSED, message(e));
    }

    /** What is left of its kinds is the word of a closed engine. */
    @ExceptionHandler
    ResponseEntity<Problem> notRunning(DelayQueueException e, HttpServletRequest request) {
        return Problems.answer(new ProblemException(ProblemType.NOT_RUNNING, message(e)).retryAfter(OUTAGE), request);
    }

    @ExceptionHandler
    ResponseEntity<Problem> missing(MissingServletRequestParameterException e, HttpServletRequest request) {
        return Problems.answer(ProblemException.invalid(e.getParameterName(), "must be given"), request);
    }

    @ExceptionHandler
    ResponseEntity<Problem> mistyped(MethodArgumentTypeMismatchException e, HttpServletRequest request) {
        Class<?> type = e.getRequiredType();
        String rule =
                type == boolean.class || type == Boolean.class ? "must be true or false" : "must be a whole number";
        return Problems.answer(ProblemException.invalid(e.getName(), rule), request);
    }

    @ExceptionHandler
    ResponseEntity<Problem> unreadable(HttpMessageNotReadableException e, HttpServletRequest request) {
        return Problems.answer(
                new ProblemException(ProblemType.INVALID_REQUEST, "A body is missing, or could not be read to its end"),
                request);
    }

    @ExceptionHandler
    ResponseEntity<Problem> unsupported(HttpMediaTypeNotSupportedException e, HttpServletRequest request) {
        return Problems.answer(ApiInterceptor.unsupported(String.valueOf(request.getContentType())), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Problem> other(Exception e, HttpServletRequest request) {
        if (e instanceof AsyncRequestNotUsableException) {
            // Whoever asked has gone.
            return null;
        }
        if (e instanceof ErrorResponse answer && answer.getStatusCode().is4xxClientError()) {
            return Problems.answer(
                    new ProblemException(ProblemType.INVALID_REQUEST, "The request could not be read"), request);
        }
        log.error("{} {} failed", request.getMethod(), request.getRequestURI(), e);
        return Problems.answer(
                new ProblemException(ProblemType.INTERNAL_ERROR, "The log of this instance says what"), request);
    }

    private static String message(DelayQueueException e) {
        return String.valueOf(e.getMessage());
    }
}
