package io.delayqueue.web.security;

import io.delayqueue.web.security.WebSession.Csrf;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;

/** Reads the CSRF token that Spring Security has set in the request. */
final class RequestToken implements PageToken {

    @Override
    public @Nullable Csrf of(HttpServletRequest request) {
        CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
        return token == null ? null : new Csrf(token.getHeaderName(), token.getToken());
    }
}
