package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be configured under {@code delayqueue.web} of who may do what.
 *
 * @param allowUnauthenticated Whether anybody who reaches the port may see and change tasks without logging in. Without Spring
 *     Security on the class path the application starts only if this is true.
 * @param allowedHosts Further names under which the application may be called without logging in, such as queue.internal. localhost and
 *     addresses always are, and * stands for all. Says nothing where users log in.
 * @param viewerRole The role of users who may see tasks.
 * @param operatorRole The role of users who may see and change tasks, and consume them.
 * @param readOnly Whether nothing can be changed or consumed over HTTP, whoever asks.
 * @param maskPayload Whether payloads, the values of headers and the messages and stacks of errors are hidden from people. Consumers
 *     get what they reserve as it is.
 * @param loginPage Where people log in, such as /login: page loads without a user are sent there. If not set, the browser asks for name
 *     and password. A path of the application, or a URL.
 * @param logoutPage Where the dashboard sends people to log out, such as /logout. If not set, it shows no such link. A path of the
 *     application, or a URL.
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
     * @throws IllegalArgumentException if a value breaks its rule
     */
    WebSecurityProperties {
        allowedHosts = List.copyOf(allowedHosts);
        allowedHosts.forEach(WebSecurityProperties::requireHost);
        requireRole("viewer-role", viewerRole);
        requireRole("operator-role", operatorRole);
        requireAddress("login-page", loginPage);
        requireAddress("logout-page", logoutPage);
    }

    /** Where to log in, as the page that sent the request can follow it; null if it is not set. */
    @Nullable
    String loginUrl(HttpServletRequest request) {
        return url(request, loginPage);
    }

    /** Where to log out, likewise. */
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

    /** Two slashes would lead to another host. */
    private static void requireAddress(String name, @Nullable String address) {
        if (address != null && !address.matches("/(?![/\\\\])\\S*|https?://[^\\s/]\\S*")) {
            throw new IllegalArgumentException(PREFIX + "." + name
                    + " must be a path that begins with one slash, or a URL of http or https, but is '" + address
                    + "'");
        }
    }
}
