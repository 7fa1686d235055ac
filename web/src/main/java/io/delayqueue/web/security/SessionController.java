package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells the dashboard who is looking at it. */
@RestController
final class SessionController {

    private final WebSecurityProperties properties;

    private final AccessPolicy policy;

    private final PageToken token;

    SessionController(WebSecurityProperties properties, AccessPolicy policy, PageToken token) {
        this.properties = properties;
        this.policy = policy;
        this.token = token;
    }

    @GetMapping("${delayqueue.web.path:/delayqueue}/api/v1/session")
    WebSession session(HttpServletRequest request) {
        String user = request.getRemoteUser();
        boolean loggedIn = user != null && request.getSession(false) != null;
        String version = SessionController.class.getPackage().getImplementationVersion();
        return new WebSession(
                user,
                policy.isOperator(request),
                properties.readOnly(),
                properties.maskPayload(),
                user != null,
                token.of(request),
                properties.loginUrl(request),
                loggedIn ? properties.logoutUrl(request) : null,
                version == null ? "unversioned" : version);
    }
}
