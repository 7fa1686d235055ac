package io.delayqueue.web.security;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;

/**
 * Who is asking, and what that user can do here.
 *
 * @param user the name, null if nobody is logged in
 * @param operator whether the user's roles allow changes
 * @param readOnly whether nothing can be changed, whoever asks
 * @param maskPayload whether payloads are hidden
 * @param authenticated whether somebody is logged in
 * @param csrf what to send with changes, null if nothing is needed
 * @param loginUrl where to log in, null if the browser asks for it
 * @param logoutUrl where to log out, null if there is nothing to log out from
 * @param version the version of this module
 */
@JsonInclude(Include.NON_NULL)
record WebSession(
        @Nullable String user,
        boolean operator,
        boolean readOnly,
        boolean maskPayload,
        boolean authenticated,
        PageToken.@Nullable Csrf csrf,
        @Nullable String loginUrl,
        @Nullable String logoutUrl,
        String version) {}
