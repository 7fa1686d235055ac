package io.delayqueue.web.security;

import io.delayqueue.web.security.WebSession.Csrf;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The token that the page has to send with what it asks to change. */
interface PageToken {

    /** {@return the token, which is made if the browser has none yet; null if none is needed} */
    @Nullable
    Csrf of(HttpServletRequest request);
}
