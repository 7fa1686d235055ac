package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code delayqueue.web} for access and roles.
 *
 * @param allowUnauthenticated Whether everyone with access to the port may see and change tasks without logging in. Without
 *     Spring Security the application starts only if this is true.
 * @param allowedHosts Further host names under which the application may be called without logging in, beside localhost and
 *     addresses; * allows all.
 * @param viewerRole The role that permits seeing tasks.
 * @param operatorRole The role that permits seeing, changing and consuming tasks.
 * @param readOnly Whether all changes and consumption over HTTP are refused, whatever the role.
 * @param maskPayload Whether payloads, values of headers, texts of progress, and messages and stacks of errors are hidden from people.
 *     Consumers receive their tasks unmasked.
 * @param loginPage The page for logging in, such as /login: a path of the application, or a URL. If not set, the browser
 *     asks for name and password.
 * @param logoutPage The page for logging out, such as /logout, to which the dashboard links: a path of the application, or a
 *     URL.
 */
@ConfigurationProperties(WebSecurityProperties.PREFIX)
record WebSecurityProperties(
        @DefaultValue("false") boolean allowUnauthenticated,
        @DefaultValue List<String> allowedHosts,
        @DefaultValue("DELAYQUEUE_VIEWER") String viewerRole,
        @DefaultValue("DELAYQUEUE_OPERATOR") String operatorRole,
        @DefaultValue("false") boolean readOnly,
        @DefaultValue("false") boolean maskPayload,
        @Nullable String loginPage,
        @Nullable String logoutPage) {

    static final String PREFIX = "delayqueue.web";

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is invalid
     */
    WebSecurityProperties {
        allowedHosts = List.copyOf(allowedHosts);
        allowedHosts.forEach(WebSecurityProperties::requireHost);
        requireRole("viewer-role", viewerRole);
        requireRole("operator-role", operatorRole);
        requireAddress("login-page", loginPage);
        requireAddress("logout-page", logoutPage);
    }

    /** Returns the address of the login page for the page that sent the request; null if it is not set. */
    @Nullable
    String loginUrl(HttpServletRequest request) {
        return url(request, loginPage);
    }

    /** Returns the address of the logout page, likewise. */
    @Nullable
    String logoutUrl(HttpServletRequest request) {
        return url(request, logoutPage);
    }

    private static @Nullable String url(HttpServletRequest request, @Nullable String page) {
        return page != null && page.startsWith("/") ? request.getContextPath() + page : page;
    }

    private static void requireHost(String host) {
        if (!host.matches("\\*|[A-Za-z0-9_]([A-Za-z0-9._-]*)")) {
            throw new IllegalArgumentException(PREFIX
                    + ".allowed-hosts must be host names without scheme and port, or *, but holds '" + host + "'");
        }
    }

    private static void requireRole(String name, String role) {
        if (!role.matches("\\S+")) {
            throw new IllegalArgumentException(
                    PREFIX + "." + name + " must be a name without white space, but is '" + role + "'");
        }
    }

    /** Two slashes would be another host. */
    private static void requireAddress(String name, @Nullable String address) {
        if (address != null && !address.matches("/(?![/\\\\])\\S*|https?://[^\\s/]\\S*")) {
            throw new IllegalArgumentException(PREFIX + "." + name
                    + " must be a path that begins with one slash, or a URL of http or https, but is '" + address
                    + "'");
        }
    }
}
