package io.delayqueue.web.api.mvc;

import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Path of the API. */
public final class ApiPath {

    private static final String API = "/api";

    private static final String VERSION = "/v1";

    private final String path;

    /** Path of all versions, including those that do not exist. */
    private final PathPattern below;

    private final PathPattern all;

    /**
     * Creates the path.
     *
     * @param properties the properties with the path of the dashboard
     */
    public ApiPath(DelayQueueWebProperties properties) {
        this.path = properties.path() + API + VERSION;
        this.all = PathPatternParser.defaultInstance.parse(properties.path() + "/**");
        this.below = PathPatternParser.defaultInstance.parse(properties.path() + API + "/**");
    }

    /** {@return the path below the application's context path} */
    public String path() {
        return path;
    }

    /**
     * Determines by the path whether a request is for the API.
     *
     * @param request the request, possibly before Spring MVC
     * @return whether it is
     */
    public boolean contains(HttpServletRequest request) {
        return below.matches(within(request));
    }

    /**
     * Determines by the path whether a request is for the dashboard or the API.
     *
     * @param request the request
     * @return whether it is
     */
    public boolean covers(HttpServletRequest request) {
        return all.matches(within(request));
    }

    /**
     * Determines whether a request is for the API by its path or by its handler, because an included resource has another path.
     *
     * @param request the request
     * @param handler the handler of Spring MVC
     * @return whether it is
     */
    public boolean contains(HttpServletRequest request, Object handler) {
        return contains(request) || ApiHandlerMapping.isOurs(handler);
    }

    /**
     * Returns the path without those of the application and its servlet.
     *
     * @param request the request
     * @return the path
     */
    public static PathContainer within(HttpServletRequest request) {
        RequestPath path = ServletRequestPathUtils.hasParsedRequestPath(request)
                ? ServletRequestPathUtils.getParsedRequestPath(request)
                : ServletRequestPathUtils.parse(request);
        return path.pathWithinApplication();
    }

    /**
     * Returns the location of a task for the client of a request. It is a path, because only proxies know the host name.
     *
     * @param request the request
     * @param group the task's group
     * @param id the task's id
     * @return the path of the task
     */
    public URI task(HttpServletRequest request, String group, String id) {
        String here =
                ServletUriComponentsBuilder.fromServletMapping(request).build().getPath();
        UriComponentsBuilder uri = UriComponentsBuilder.fromPath(here == null ? "" : here)
                .path(path)
                .pathSegment("groups", group, "tasks", id);
        String queue = WebQueues.nameIn(request);
        if (queue != null) {
            uri.queryParam(WebQueues.PARAMETER, "{queue}");
            return uri.encode().buildAndExpand(queue).toUri();
        }
        return uri.encode().build().toUri();
    }
}
