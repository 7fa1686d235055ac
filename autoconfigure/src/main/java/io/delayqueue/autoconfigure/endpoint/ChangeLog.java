package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.log.AuditLine;
import io.delayqueue.log.Loggers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Logs one line for each requested change of an Actuator endpoint. */
public final class ChangeLog {

    private static final Logger log = Loggers.of(AuditLine.LOGGER);

    private static final boolean SERVLETS =
            ClassUtils.isPresent("jakarta.servlet.http.HttpServletRequest", ChangeLog.class.getClassLoader())
                    && ClassUtils.isPresent(
                            "org.springframework.web.context.request.ServletRequestAttributes",
                            ChangeLog.class.getClassLoader());

    private ChangeLog() {}

    /**
     * Logs a change and its result.
     *
     * @param asked the requested change
     * @param queue the name of the queue; null if there is none of the requested name
     * @param tasks the number of moved tasks; null if the change moves no tasks
     * @param user the name of the user; null if unknown
     * @param status the HTTP status of the response
     */
    static void answered(
            AskedChange asked, @Nullable String queue, @Nullable Long tasks, @Nullable String user, int status) {
        answered(
                new AuditLine(status)
                        .with("action", asked.action())
                        .with("queue", queue == null ? asked.queue() : queue)
                        .with("group", asked.group())
                        .with(asked.action().endsWith("-limit") ? "limit" : "topic", asked.topic())
                        .with("tasks", tasks),
                user);
    }

    /**
     * Logs a change and its result.
     *
     * @param line the change and its result
     * @param user the name of the user; null if unknown
     */
    public static void answered(AuditLine line, @Nullable String user) {
        log.info(
                "{}",
                line.with("user", user).with("via", "actuator").with("address", SERVLETS ? Servlets.address() : null));
    }

    /** Separate class, because Spring MVC may be missing. */
    private static final class Servlets {

        static @Nullable String address() {
            return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
                    ? current.getRequest().getRemoteAddr()
                    : null;
        }
    }
}
