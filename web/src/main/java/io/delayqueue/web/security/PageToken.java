package io.delayqueue.web.security;

import io.delayqueue.web.security.WebSession.Csrf;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** CSRF token that the page sends with changes. */
interface PageToken {

    /** {@return the token, created if the browser has none; null if none is needed} */
    @Nullable
    Csrf of(HttpServletRequest request);
}
