package io.delayqueue.web.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Where the API is. */
final class ApiPath {

    private static final String PACKAGE = "io.delayqueue.web.";

    private final String prefix;

    private final PathPattern below;

    ApiPath(String path) {
        this.prefix = path + "/api/";
        this.below = PathPatternParser.defaultInstance.parse(prefix + "**");
    }

    boolean contains(HttpServletRequest request) {
        return below.matches(within(request));
    }

    /** Also true for a controller of this module that the application moved, as with a prefix for all controllers. */
    boolean contains(HttpServletRequest request, Object handler) {
        return contains(request)
                || handler instanceof HandlerMethod method
                        && method.getBeanType().getName().startsWith(PACKAGE)
                        && String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE))
                                .contains(prefix);
    }

    /** The path without what the application and its servlet put before it. */
    private static PathContainer within(HttpServletRequest request) {
        RequestPath path = ServletRequestPathUtils.hasParsedRequestPath(request)
                ? ServletRequestPathUtils.getParsedRequestPath(request)
                : ServletRequestPathUtils.parse(request);
        return path.pathWithinApplication();
    }
}
