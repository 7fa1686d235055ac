package io.delayqueue.web.security;

import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.security.WebSession.Limits;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;

/** Returns the user of the dashboard and the user's rights. */
final class SessionController implements ApiController {

    private final DelayQueueWebProperties web;

    private final WebSecurityProperties properties;

    private final AccessPolicy policy;

    private final PageToken token;

    SessionController(
            DelayQueueWebProperties web, WebSecurityProperties properties, AccessPolicy policy, PageToken token) {
        this.web = web;
        this.properties = properties;
        this.policy = policy;
        this.token = token;
    }

    @GetMapping("/session")
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
                version == null ? "unversioned" : version,
                new Limits(
                        web.maxBatch(),
                        web.maxBodySize().toBytes(),
                        web.maxWait().toMillis()));
    }
}
