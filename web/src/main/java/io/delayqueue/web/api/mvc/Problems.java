package io.delayqueue.web.api.mvc;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.util.UriUtils;

/** Writes problems as responses. */
public final class Problems {

    private Problems() {}

    /**
     * Responds to a request with a problem, also outside of controllers, such as in a filter.
     *
     * @param problem the problem
     * @param request the request
     * @param response the response, not committed
     * @throws IOException if the response cannot be sent
     */
    public static void write(ErrorResponse problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        problem.getBody().setInstance(instance(request.getRequestURI()));
        byte[] body = ApiJson.bytes(problem.getBody());
        ServletServerHttpResponse answer = new ServletServerHttpResponse(response);
        answer.setStatusCode(problem.getStatusCode());
        answer.getHeaders().putAll(problem.getHeaders());
        answer.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        answer.getHeaders().setCacheControl(CacheControl.noStore());
        answer.getHeaders().setContentLength(body.length);
        answer.getBody().write(body);
    }

    /** A container may accept a path that is not a URI. */
    private static URI instance(String path) {
        try {
            return URI.create(path);
        } catch (IllegalArgumentException e) {
            return URI.create(UriUtils.encode(path, UTF_8));
        }
    }
}
