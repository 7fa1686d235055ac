package io.delayqueue.web.api.mvc;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import org.springframework.core.MethodParameter;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/**
 * Restricts the API to JSON, independent of the application's converters. The headers of all responses are added by the access
 * check.
 */
final class ApiInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method) {
            if (takesBody(method)) {
                requireJson(request.getContentType());
            }
            requireReadable(request);
            if (!ResponseBodyEmitter.class.isAssignableFrom(
                    method.getReturnType().getParameterType())) {
                // A content type that is set needs no negotiation.
                response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            }
        }
        return true;
    }

    /** The container's exception quotes the decoded query, line feeds included. */
    private static void requireReadable(HttpServletRequest request) {
        try {
            if (request.getQueryString() != null) {
                request.getParameterMap();
            }
        } catch (RuntimeException e) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "The query cannot be decoded");
        }
    }

    private static boolean takesBody(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .anyMatch((MethodParameter parameter) -> parameter.hasParameterAnnotation(RequestBody.class));
    }

    private static void requireJson(String type) {
        if (type == null) {
            // There is no body, or Spring reports the missing type.
            return;
        }
        try {
            if (MediaType.APPLICATION_JSON.isCompatibleWith(MediaType.parseMediaType(type))) {
                return;
            }
        } catch (InvalidMediaTypeException e) {
            // An unreadable type is not JSON either.
        }
        throw unsupported(type);
    }

    static ProblemException unsupported(String type) {
        return new ProblemException(
                ProblemType.UNSUPPORTED,
                "A body must be JSON, sent with 'Content-Type: application/json', but is sent with '" + type + "'");
    }
}
