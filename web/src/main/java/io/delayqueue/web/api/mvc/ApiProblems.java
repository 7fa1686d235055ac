package io.delayqueue.web.api.mvc;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskExistsException;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import io.delayqueue.pull.StaleTaskException;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.http.HttpMethod;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Maps failures of the API's calls to problems. */
public final class ApiProblems {

    private static final Logger log = Loggers.of(ApiProblems.class);

    private static final Duration OUTAGE = Duration.ofSeconds(5);

    private static final Set<String> SAFE =
            Set.of(HttpMethod.GET.name(), HttpMethod.HEAD.name(), HttpMethod.OPTIONS.name());

    private ApiProblems() {}

    /** {@return the problem for a failure of a call} */
    static ProblemException of(Exception failure, HttpServletRequest request) {
        if (failure instanceof ProblemException problem) {
            return problem;
        }
        if (failure instanceof DelayQueueException e) {
            return queueProblem(e, request);
        }
        if (failure instanceof MissingServletRequestParameterException e) {
            return ProblemException.invalid(e.getParameterName(), "must be given");
        }
        if (failure instanceof MethodArgumentTypeMismatchException e) {
            Class<?> type = e.getRequiredType();
            return ProblemException.invalid(
                    e.getName(), rule(type == null || !type.isArray() ? type : type.componentType()));
        }
        if (failure instanceof HttpMessageNotReadableException) {
            return new ProblemException(
                    ProblemType.INVALID_REQUEST, "A body is missing, or could not be read to its end");
        }
        if (failure instanceof HttpMediaTypeNotSupportedException) {
            return ApiInterceptor.unsupported(String.valueOf(request.getContentType()));
        }
        if (failure instanceof ErrorResponse answer && answer.getStatusCode().is4xxClientError()) {
            return new ProblemException(ProblemType.INVALID_REQUEST, "The request could not be read");
        }
        log.error("{} {} failed", request.getMethod(), request.getRequestURI(), failure);
        return new ProblemException(ProblemType.INTERNAL_ERROR, "The log of this instance has the details");
    }

    private static String rule(@Nullable Class<?> type) {
        if (type != null && type.isEnum()) {
            return "must be one of " + Arrays.toString(type.getEnumConstants());
        }
        return type == boolean.class || type == Boolean.class
                ? "must be true or false"
                : type == Instant.class ? "must be a time such as 2030-01-31T08:00:00Z" : "must be a whole number";
    }

    private static ProblemException queueProblem(DelayQueueException failure, HttpServletRequest request) {
        if (failure instanceof InvalidTaskException e) {
            return new ProblemException(ProblemType.INVALID_REQUEST, message(e)).with("field", e.field());
        }
        if (failure instanceof TaskExistsException e) {
            return new ProblemException(ProblemType.EXISTS, message(e)).with("id", e.id());
        }
        if (failure instanceof StaleTaskException e) {
            return new ProblemException(ProblemType.STALE, message(e)).with("id", e.id());
        }
        if (failure instanceof TaskStoreException e) {
            return storeProblem(e, request);
        }
        // The remaining kind is an engine that is closed, or drained.
        return new ProblemException(ProblemType.NOT_RUNNING, message(failure)).retryAfter(OUTAGE);
    }

    /**
     * Maps a failure of the store, for a caller that adds members to it.
     *
     * @param e the failure
     * @param request the request that failed
     * @return the problem
     */
    public static ProblemException storeProblem(TaskStoreException e, HttpServletRequest request) {
        if (e instanceof TaskNotReplicatedException) {
            return new ProblemException(ProblemType.NOT_REPLICATED, message(e)).retryAfter(OUTAGE);
        }
        if (e instanceof TaskStoreUnavailableException) {
            boolean changes = !SAFE.contains(request.getMethod());
            String effect = changes ? ". It is not known whether the change was made." : "";
            return new ProblemException(ProblemType.UNAVAILABLE, message(e) + effect)
                    .with("mayHaveHappened", changes)
                    .retryAfter(OUTAGE);
        }
        return new ProblemException(ProblemType.REFUSED, message(e));
    }

    private static String message(DelayQueueException e) {
        return String.valueOf(e.getMessage());
    }
}
