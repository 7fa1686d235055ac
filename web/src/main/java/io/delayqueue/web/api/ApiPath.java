package io.delayqueue.web.api;

import io.delayqueue.web.DelayQueueWebProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponentsBuilder;

/** Where the API is. */
final class ApiPath {

    private static final String VERSION = "/api/v1";

    private final String path;

    ApiPath(DelayQueueWebProperties properties) {
        this.path = properties.path() + VERSION;
    }

    /** The path within the application. */
    String path() {
        return path;
    }

    /** Where a task is for whoever sent a request: a path, for only proxies know under which name they are reached. */
    URI task(HttpServletRequest request, String group, String id) {
        String here =
                ServletUriComponentsBuilder.fromServletMapping(request).build().getPath();
        UriComponentsBuilder uri = UriComponentsBuilder.fromPath(here == null ? "" : here)
                .path(path)
                .pathSegment("groups", group, "tasks", id);
        String queue = request.getParameter(QueueArgument.NAME);
        if (queue != null) {
            uri.queryParam(QueueArgument.NAME, "{queue}");
            return uri.encode().buildAndExpand(queue).toUri();
        }
        return uri.encode().build().toUri();
    }
}
