package io.delayqueue.web.api.mvc;

import io.delayqueue.log.Loggers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.DisconnectedClientHelper;

/** Resolves failures of API calls to problems, before any advice of the application. */
final class ApiExceptionResolver implements HandlerExceptionResolver, PriorityOrdered {

    private static final Logger log = Loggers.of(ApiExceptionResolver.class);

    private final ApiPath path;

    ApiExceptionResolver(ApiPath path) {
        this.path = path;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        // There is no handler yet if a multipart body cannot be parsed.
        if (!ApiHandlerMapping.isOurs(handler) && (handler != null || !path.contains(request))) {
            return null;
        }
        if (!hasGone(failure)) {
            answer(request, response, failure);
        }
        return new ModelAndView();
    }

    /** Whether the client has disconnected; the store's connections fail with other exceptions. */
    private static boolean hasGone(Exception failure) {
        return failure instanceof IOException && DisconnectedClientHelper.isClientDisconnectedException(failure);
    }

    /** Whether the client has ended its body early. Tomcat has answered then. */
    private static boolean isBrokenOff(Exception failure) {
        return failure instanceof HttpMessageNotReadableException && failure.getCause() instanceof IOException;
    }

    private static void answer(HttpServletRequest request, HttpServletResponse response, Exception failure) {
        if (response.isCommitted()) {
            if (isBrokenOff(failure)) {
                log.info("The body of {} {} was broken off", request.getMethod(), request.getRequestURI());
            } else {
                log.warn("{} {} failed halfway", request.getMethod(), request.getRequestURI(), failure);
            }
            return;
        }
        try {
            Problems.write(ApiProblems.of(failure, request), request, response);
        } catch (IOException e) {
            if (!hasGone(e)) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
