package io.delayqueue.web.security;

import org.jspecify.annotations.Nullable;

/**
 * User of the dashboard and the user's rights.
 *
 * @param user the name, null without a login
 * @param operator whether the user's roles allow changes
 * @param readOnly whether changes are disabled for all users
 * @param maskPayload whether payloads are hidden
 * @param authenticated whether a user is logged in
 * @param csrf the token of changes, null if none is needed
 * @param loginUrl the address of the login page, null if the browser shows a dialog
 * @param logoutUrl the address of the logout page, null if there is none
 * @param version the version of this module, null if it is not known
 * @param application the application, null if it has no name
 * @param limits the limits of one call
 */
record WebSession(
        @Nullable String user,
        boolean operator,
        boolean readOnly,
        boolean maskPayload,
        boolean authenticated,
        @Nullable Csrf csrf,
        @Nullable String loginUrl,
        @Nullable String logoutUrl,
        @Nullable String version,
        @Nullable Application application,
        Limits limits) {

    /**
     * Application that serves the dashboard.
     *
     * @param name its name
     * @param version its version, null if it is not known
     */
    record Application(String name, @Nullable String version) {}

    /**
     * CSRF token.
     *
     * @param header the name of its header
     * @param token its value
     */
    record Csrf(String header, String token) {}

    /**
     * Limits of one call.
     *
     * @param batch the maximum number of tasks to add
     * @param bodyBytes the maximum size of the body in bytes
     * @param waitMillis the maximum wait for tasks in milliseconds
     */
    record Limits(int batch, long bodyBytes, long waitMillis) {}
}
