package io.delayqueue.web.security;

import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.security.WebSession.Application;
import io.delayqueue.web.security.WebSession.Limits;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;

/** Returns the user of the dashboard and the user's rights. */
final class SessionController implements ApiController {

    private final DelayQueueWebProperties web;

    private final WebSecurityProperties properties;

    private final AccessPolicy policy;

    private final PageToken token;

    private final @Nullable Application application;

    SessionController(
            DelayQueueWebProperties web,
            WebSecurityProperties properties,
            AccessPolicy policy,
            PageToken token,
            Environment environment) {
        this.web = web;
        this.properties = properties;
        this.policy = policy;
        this.token = token;
        String name = environment.getProperty("spring.application.name");
        this.application =
                name == null ? null : new Application(name, environment.getProperty("spring.application.version"));
    }

    @GetMapping("/session")
    WebSession session(HttpServletRequest request) {
        String user = request.getRemoteUser();
        boolean loggedIn = user != null && request.getSession(false) != null;
        return new WebSession(
                user,
                policy.isOperator(request),
                properties.readOnly(),
                properties.maskPayload(),
                user != null,
                token.of(request),
                properties.loginUrl(request),
                loggedIn ? properties.logoutUrl(request) : null,
                SessionController.class.getPackage().getImplementationVersion(),
                application,
                new Limits(
                        web.maxBatch(),
                        web.maxBodySize().toBytes(),
                        web.maxWait().toMillis()));
    }
}
