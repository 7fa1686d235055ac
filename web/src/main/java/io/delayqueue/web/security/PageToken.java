package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The token that the page has to send with what it asks to change. */
interface PageToken {

    /** {@return the token, which is made if the browser has none yet; null if none is needed} */
    @Nullable
    Csrf of(HttpServletRequest request);

    /**
     * A token.
     *
     * @param header the header to send it in
     * @param token its value
     */
    record Csrf(String header, String token) {}
}
