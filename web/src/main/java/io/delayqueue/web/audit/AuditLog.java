package io.delayqueue.web.audit;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.AuditLine;
import io.delayqueue.log.Loggers;
import io.delayqueue.web.WebQueues;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** Logs a line for each change that is requested over HTTP, whatever its result. Calls of consumers are logged at DEBUG. */
public final class AuditLog {

    private static final Logger log = Loggers.of(AuditLine.LOGGER);

    private final AuditedCall calls;

    private final WebQueues queues;

    /**
     * Creates the log.
     *
     * @param path the path of the API
     * @param queues the queues of the application
     */
    public AuditLog(String path, WebQueues queues) {
        this.calls = new AuditedCall(path);
        this.queues = queues;
    }

    /**
     * Logs a request for a change and its response.
     *
     * @param request the request
     * @param user the user, null if none is known
     * @param status the status of the response
     */
    public void answered(HttpServletRequest request, @Nullable String user, int status) {
        Map<String, String> call = calls.read(request);
        log.atLevel(AuditedCall.isConsumers(call) ? Level.DEBUG : Level.INFO)
                .log(() -> line(request, call, user, status));
    }

    private String line(HttpServletRequest request, Map<String, String> call, @Nullable String user, int status) {
        return new AuditLine(status)
                .with("action", call.get("action"))
                .with("queue", queue(WebQueues.nameIn(request)))
                .with("group", noted(request, AuditNote.GROUP, call.get("group")))
                .with("topic", noted(request, AuditNote.TOPIC, call.get("topic")))
                .with("limit", call.get("limit"))
                .with("outbox", call.get("outbox"))
                .with("id", noted(request, AuditNote.ID, call.get("id")))
                .with("tag", call.get("tag"))
                .with("key", call.get("key"))
                .with("state", call.get("state"))
                .with("tasks", request.getAttribute(AuditNote.TASKS))
                .with("user", user)
                .with("address", request.getRemoteAddr())
                .toString();
    }

    private static @Nullable Object noted(HttpServletRequest request, String note, @Nullable String inPath) {
        Object noted = request.getAttribute(note);
        return noted == null ? inPath : noted;
    }

    private @Nullable String queue(@Nullable String name) {
        return queues.find(name).map(DelayQueueEngine::name).orElse(name);
    }
}
