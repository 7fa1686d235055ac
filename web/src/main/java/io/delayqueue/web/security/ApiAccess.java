package io.delayqueue.web.security;

import io.delayqueue.web.api.mvc.ApiPath;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.Problems;
import io.delayqueue.web.audit.AuditLog;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Checks access to the API, and the host name of requests to the dashboard. It does not depend on the paths of a filter chain:
 * it checks the handler that Spring MVC is about to call, and the user of the request at that time.
 */
final class ApiAccess implements HandlerInterceptor {

    /** Attribute with the path of an allowed asynchronous request. */
    private static final String LET_IN = ApiAccess.class.getName() + ".letIn";

    private final ApiPath api;

    private final AccessPolicy policy;

    private final AuditLog audit;

    ApiAccess(ApiPath api, AccessPolicy policy, AuditLog audit) {
        this.api = api;
        this.policy = policy;
        this.audit = audit;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        boolean called = api.contains(request, handler);
        if (!called && !api.covers(request) || goesOn(request)) {
            return true;
        }
        ProblemException refusal = policy.refusalOfHost(request);
        if (refusal == null && !called) {
            return true;
        }
        writeHeaders(response);
        refusal = refusal == null ? policy.refusal(request) : refusal;
        if (refusal != null) {
            audit(request, refusal.getStatusCode().value());
            Problems.write(refusal, request, response);
            return false;
        }
        request.setAttribute(LET_IN, request.getRequestURI());
        return true;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (api.contains(request, handler)) {
            audit(request, failure == null ? response.getStatus() : 500);
        }
    }

    private void audit(HttpServletRequest request, int status) {
        if (Browsers.isUnsafe(request)) {
            audit.answered(request, request.getRemoteUser(), status);
        }
    }

    /** The thread that ends a long poll may have no user. */
    private static boolean goesOn(HttpServletRequest request) {
        return request.getDispatcherType() == DispatcherType.ASYNC
                && request.getRequestURI().equals(request.getAttribute(LET_IN));
    }

    /** Sets headers: responses of the API are not pages, not for other origins, and not cached. */
    private static void writeHeaders(HttpServletResponse response) {
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    }
}
