package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Where the API is. */
final class ApiPath {

    private static final String MODULE = "io.delayqueue.web.";

    /** Pages, which say nothing of tasks by themselves. */
    private static final String DASHBOARD = MODULE + "dashboard.";

    private final PathPattern below;

    ApiPath(String path) {
        this.below = PathPatternParser.defaultInstance.parse(path + "/api/**");
    }

    boolean contains(HttpServletRequest request) {
        return below.matches(within(request));
    }

    /** Also true for what this module answers elsewhere, as where the application puts a prefix before all controllers. */
    boolean contains(HttpServletRequest request, Object handler) {
        return contains(request) || handler instanceof HandlerMethod method && isOurs(method.getBeanType());
    }

    private static boolean isOurs(Class<?> controller) {
        return controller.getName().startsWith(MODULE) && !controller.getName().startsWith(DASHBOARD);
    }

    /** The path without what the application and its servlet put before it. */
    private static PathContainer within(HttpServletRequest request) {
        RequestPath path = ServletRequestPathUtils.hasParsedRequestPath(request)
                ? ServletRequestPathUtils.getParsedRequestPath(request)
                : ServletRequestPathUtils.parse(request);
        return path.pathWithinApplication();
    }
}
