package io.delayqueue.web.security;

import io.delayqueue.web.api.mvc.ApiPath;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import io.delayqueue.web.api.mvc.Problems;
import io.delayqueue.web.audit.AuditLog;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.csrf.CsrfException;

/** Responds to requests that the filter chain rejects. */
final class RefusedRequests implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final ApiPath api;

    private final AuditLog audit;

    private final AccessPolicy policy;

    private final @Nullable AuthenticationEntryPoint loginPage;

    RefusedRequests(ApiPath api, AccessPolicy policy, AuditLog audit, @Nullable String loginPage) {
        this.api = api;
        this.audit = audit;
        this.policy = policy;
        this.loginPage = loginPage == null ? null : new LoginUrlAuthenticationEntryPoint(loginPage);
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException reason)
            throws IOException, ServletException {
        if (loginPage != null && Browsers.isPageLoad(request)) {
            loginPage.commence(request, response, reason);
            return;
        }
        if (loginPage == null || !Browsers.isScript(request)) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"delayqueue\", charset=\"UTF-8\"");
        }
        refuse(request, response, policy.unauthenticated(request));
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException reason)
            throws IOException {
        refuse(
                request,
                response,
                reason instanceof CsrfException
                        ? new ProblemException(
                                ProblemType.CROSS_SITE,
                                "A change from a browser needs the CSRF token that GET " + api.path()
                                        + "/session returns")
                        : new ProblemException(ProblemType.FORBIDDEN, "The rules of this application do not allow it"));
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, ProblemException problem)
            throws IOException {
        if (Browsers.isUnsafe(request) && api.contains(request)) {
            audit.answered(
                    request, request.getRemoteUser(), problem.getStatusCode().value());
        }
        Problems.write(problem, request, response);
    }
}
