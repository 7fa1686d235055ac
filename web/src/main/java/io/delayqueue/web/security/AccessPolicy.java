package io.delayqueue.web.security;

import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Authorizes requests of the API, independent of the authentication. */
final class AccessPolicy {

    private static final Logger log = Loggers.of(AccessPolicy.class);

    private final WebSecurityProperties properties;

    private final AllowedHosts hosts;

    AccessPolicy(String path, WebSecurityProperties properties) {
        this.properties = properties;
        this.hosts = new AllowedHosts(properties.allowedHosts());
        if (properties.allowUnauthenticated()) {
            log.warn(
                    "Everybody with access to the port can {} tasks at {}: delayqueue.web.allow-unauthenticated is true",
                    properties.readOnly() ? "see" : "see and change",
                    path);
        }
    }

    /**
     * {@return the refusal of a request by its host name, including requests for files of the dashboard; null if it is allowed}
     */
    @Nullable
    ProblemException refusalOfHost(HttpServletRequest request) {
        if (!properties.allowUnauthenticated() || request.getUserPrincipal() != null || hosts.allow(request)) {
            return null;
        }
        return new ProblemException(
                ProblemType.HOST_NOT_ALLOWED,
                "Without users, a host name must be localhost, an IP address or one of delayqueue.web.allowed-hosts,"
                        + " and " + LogText.of(AllowedHosts.name(request)) + " is none of these");
    }

    /** {@return the refusal of the request, or null if it is allowed} */
    @Nullable
    ProblemException refusal(HttpServletRequest request) {
        boolean unsafe = Browsers.isUnsafe(request);
        if (unsafe ? Browsers.isFromOtherSite(request) : Browsers.isReadByOtherSite(request)) {
            return new ProblemException(
                    ProblemType.CROSS_SITE,
                    "A page of another site sent this request. Only pages of this site may use the API");
        }
        ProblemException refusal = properties.allowUnauthenticated() ? null : refusalOfUser(request, unsafe);
        return refusal == null && unsafe && properties.readOnly()
                ? new ProblemException(ProblemType.READ_ONLY, "Changes are disabled: delayqueue.web.read-only is true")
                : refusal;
    }

    private @Nullable ProblemException refusalOfUser(HttpServletRequest request, boolean unsafe) {
        Principal user = request.getUserPrincipal();
        if (user == null) {
            return unauthenticated(request);
        }
        if (request.isUserInRole(properties.operatorRole())
                || !unsafe && request.isUserInRole(properties.viewerRole())) {
            return null;
        }
        return new ProblemException(
                ProblemType.FORBIDDEN,
                "This needs the role " + (unsafe ? properties.operatorRole() : properties.viewerRole()) + ", which "
                        + user.getName() + " does not have");
    }

    /** {@return the refusal of a request without a login} */
    ProblemException unauthenticated(HttpServletRequest request) {
        ProblemException problem =
                new ProblemException(ProblemType.UNAUTHENTICATED, "This needs a user who has logged in");
        String loginUrl = properties.loginUrl(request);
        return loginUrl == null ? problem : problem.with("loginUrl", loginUrl);
    }

    /** Whether the user's roles allow changes. */
    boolean isOperator(HttpServletRequest request) {
        return properties.allowUnauthenticated() || request.isUserInRole(properties.operatorRole());
    }
}
