package io.delayqueue.web.dashboard;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.servlet.support.WebContentGenerator;
import org.springframework.web.util.ServletRequestPathUtils;

/** Serves the files of the dashboard. The content security policy allows resources of this origin only. */
final class DashboardHandler extends WebContentGenerator implements HttpRequestHandler {

    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final String path;
    private final DashboardFiles files = new DashboardFiles();

    DashboardHandler(String path) {
        super(HttpMethod.GET.name(), HttpMethod.HEAD.name());
        this.path = path;
        // Cached with revalidation on each request by the entity tag.
        setCacheControl(CacheControl.noCache());
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        protect(response);
        checkRequest(request);
        String name = ServletRequestPathUtils.getParsedRequestPath(request)
                .pathWithinApplication()
                .value()
                .substring(path.length());
        if (name.isEmpty()) {
            redirectBelow(response);
        } else {
            serve(name.equals("/") ? DashboardFiles.INDEX : name.substring(1), request, response);
        }
    }

    /** Relative, because a proxy may add a prefix to the path. */
    private void redirectBelow(HttpServletResponse response) {
        response.setStatus(HttpStatus.FOUND.value());
        response.setHeader(HttpHeaders.LOCATION, path.substring(path.lastIndexOf('/') + 1) + "/");
    }

    private void serve(String name, HttpServletRequest request, HttpServletResponse response) throws IOException {
        DashboardFiles.DashboardFile file = files.find(name);
        if (file == null) {
            response.sendError(HttpStatus.NOT_FOUND.value());
            return;
        }
        prepareResponse(response);
        if (new ServletWebRequest(request, response).checkNotModified(file.etag())) {
            return;
        }
        response.setContentType(file.type().toString());
        response.setContentLength(file.content().length);
        if (!HttpMethod.HEAD.matches(request.getMethod())) {
            response.getOutputStream().write(file.content());
        }
    }

    private static void protect(HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
    }
}
