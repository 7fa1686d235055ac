package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides what may be asked of the API, by whoever logged the user in. */
final class AccessPolicy {

    private static final Logger log = LoggerFactory.getLogger(AccessPolicy.class);

    private final WebSecurityProperties properties;

    AccessPolicy(String path, WebSecurityProperties properties) {
        this.properties = properties;
        if (properties.allowUnauthenticated()) {
            log.warn(
                    "Anybody who reaches the port can {} tasks at {}: delayqueue.web.allow-unauthenticated is true",
                    properties.readOnly() ? "see" : "see and change",
                    path);
        }
    }

    /** {@return why the request is refused, or null if it is not} */
    @Nullable
    Problem refusal(HttpServletRequest request) {
        boolean unsafe = Browsers.isUnsafe(request);
        if (unsafe && Browsers.isFromOtherSite(request)) {
            return Problem.crossSite("A page of another site sent this. Only pages of this one may change anything.");
        }
        Problem refusal = properties.allowUnauthenticated() ? null : refusalOfUser(request, unsafe);
        return refusal == null && unsafe && properties.readOnly() ? Problem.readOnly() : refusal;
    }

    private @Nullable Problem refusalOfUser(HttpServletRequest request, boolean unsafe) {
        Principal user = request.getUserPrincipal();
        if (user == null) {
            return Problem.unauthenticated(properties.loginUrl(request));
        }
        if (request.isUserInRole(properties.operatorRole())
                || !unsafe && request.isUserInRole(properties.viewerRole())) {
            return null;
        }
        return Problem.forbidden(user.getName(), unsafe ? properties.operatorRole() : properties.viewerRole());
    }

    /** Whether the user may ask for changes, as far as it is about users. */
    boolean isOperator(HttpServletRequest request) {
        return properties.allowUnauthenticated() || request.isUserInRole(properties.operatorRole());
    }
}
