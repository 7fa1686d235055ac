package io.delayqueue.web.security;

import org.jspecify.annotations.Nullable;

/**
 * The user, and the user's rights here.
 *
 * @param user the name, null without a login
 * @param operator whether the user's roles allow changes
 * @param readOnly whether nothing can be changed, whoever asks
 * @param maskPayload whether payloads are hidden
 * @param authenticated whether a user is logged in
 * @param csrf what to send with changes, null if nothing is needed
 * @param loginUrl where to log in, null if the browser asks for it
 * @param logoutUrl where to log out, null if there is nothing to log out from
 * @param version the version of this module
 * @param limits how much one call may ask for
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
        String version,
        Limits limits) {

    /**
     * A token that the page has to send.
     *
     * @param header the header to send it in
     * @param token its value
     */
    record Csrf(String header, String token) {}

    /**
     * How much one call may ask for.
     *
     * @param batch tasks to add
     * @param bodyBytes bytes of its body
     * @param waitMillis milliseconds to wait for tasks
     */
    record Limits(int batch, long bodyBytes, long waitMillis) {}
}
