package io.delayqueue.web.audit;

import io.delayqueue.web.WebQueues;
import io.delayqueue.web.api.mvc.ApiPath;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;
import org.springframework.web.util.pattern.PathPatternParser;

/** Determines the action of an unsafe request by its path and query only, because it may be rejected before its body is read. */
final class AuditedCall {

    private static final Set<String> CONSUMER_ACTIONS =
            Set.of("reserve", "finish", "finish-all", "retry", "release", "bury", "touch");

    private final List<PathPattern> patterns;

    AuditedCall(String path) {
        this.patterns = List.of(
                        "/groups/{group}/topics/{topic}/{action}",
                        "/groups/{group}/tasks/{id}/{action}",
                        "/groups/{group}/schedules/{id}/{action}",
                        "/groups/{group}/limits/{limit}/{action}",
                        "/groups/{group}/limits/{limit}",
                        "/groups/{group}/tasks/{id}",
                        "/groups/{group}/topics/{topic}",
                        "/groups/{group}",
                        "/groups/{group}/{action}",
                        "/outbox/{outbox}/{action}",
                        "/leases/{action}",
                        "/tasks/{action}",
                        "/{action}")
                .stream()
                .map(pattern -> PathPatternParser.defaultInstance.parse(path + pattern))
                .toList();
    }

    /**
     * Returns {@code action}, and {@code group}, {@code topic}, {@code limit}, {@code outbox} and {@code id} as far as the path has them. Where the query
     * selects what is changed, its parameters follow under their names: only there, so that no other call can be given a name that it ignores.
     */
    Map<String, String> read(HttpServletRequest request) {
        PathContainer path = ApiPath.within(request);
        return patterns.stream()
                .map(pattern -> pattern.matchAndExtract(path))
                .filter(Objects::nonNull)
                .findFirst()
                .map(PathMatchInfo::getUriVariables)
                .map(found -> withAction(found, request))
                .orElseGet(() -> Map.of("action", request.getMethod() + " " + path.value()));
    }

    private static Map<String, String> withAction(Map<String, String> found, HttpServletRequest request) {
        Map<String, String> call = new HashMap<>(found);
        String method = request.getMethod();
        if (call.containsKey("limit")) {
            call.putIfAbsent("action", method.equals("DELETE") ? "reset" : method.equals("PUT") ? "set" : method);
            call.computeIfPresent("action", (name, action) -> action + "-limit");
        }
        if (call.containsKey("outbox")) {
            call.computeIfPresent("action", (name, action) -> action + "-refused");
        }
        if (method.equals("POST") && call.containsKey("id") && !call.containsKey("action")) {
            // Of the tasks of a group with a tag.
            call.put("action", call.remove("id"));
        }
        call.putIfAbsent("action", method.equals("DELETE") ? call.containsKey("id") ? "remove" : "unregister" : method);
        call.replace("action", "tasks", method.equals("DELETE") ? "remove" : "add");
        call.replace("action", "history", "forget");
        for (String name : selectors(call)) {
            // What cannot be decoded is refused, and names nothing.
            List<String> values = WebQueues.inQuery(request, name).stream()
                    .filter(value -> value.indexOf('\uFFFD') < 0)
                    .toList();
            if (!values.isEmpty()) {
                call.put(name, String.join(",", values));
            }
        }
        return call;
    }

    /** Names of the parameters that select records of a topic, or tasks with a tag. */
    private static Set<String> selectors(Map<String, String> call) {
        String action = String.valueOf(call.get("action"));
        if (action.equals("forget")) {
            return Set.of("id", "tag", "key");
        }
        boolean tagged = Set.of("remove", "requeue", "reschedule").contains(action)
                && !call.containsKey("topic")
                && !call.containsKey("id");
        return tagged ? Set.of("tag", "topic", "state") : Set.of();
    }

    /** Whether the action of a call is a consumer's, not an operator's. */
    static boolean isConsumers(Map<String, String> call) {
        return CONSUMER_ACTIONS.contains(call.get("action"));
    }
}
