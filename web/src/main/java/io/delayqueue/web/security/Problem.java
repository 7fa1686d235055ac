package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Why a request is refused, as RFC 9457 has it. Written to the response by itself: it must be refused in filters too, and whatever the
 * application does with exceptions.
 */
record Problem(
        String word,
        int status,
        String title,
        String detail,
        @Nullable String loginUrl) {

    private Problem(String word, int status, String title, String detail) {
        this(word, status, title, detail, null);
    }

    static Problem unauthenticated(@Nullable String loginUrl) {
        return new Problem("unauthenticated", 401, "Unauthenticated", "This needs a user who has logged in.", loginUrl);
    }

    static Problem forbidden(String user, String role) {
        return new Problem(
                "forbidden", 403, "Forbidden", "This needs the role " + role + ", which " + user + " does not have.");
    }

    static Problem forbidden(String detail) {
        return new Problem("forbidden", 403, "Forbidden", detail);
    }

    static Problem readOnly() {
        return new Problem(
                "read-only", 403, "Read only", "Nothing can be changed here: delayqueue.web.read-only is true.");
    }

    static Problem crossSite(String detail) {
        return new Problem("cross-site", 403, "Cross-site request", detail);
    }

    void write(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ObjectNode body = JsonMapper.shared()
                .createObjectNode()
                .put("type", "urn:delayqueue:problem:" + word)
                .put("title", title)
                .put("status", status)
                .put("detail", detail)
                .put("instance", request.getRequestURI());
        if (loginUrl != null) {
            body.put("loginUrl", loginUrl);
        }
        response.setStatus(status);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(JsonMapper.shared().writeValueAsBytes(body));
    }
}
