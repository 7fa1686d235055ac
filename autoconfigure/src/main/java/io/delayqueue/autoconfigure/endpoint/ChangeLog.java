package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.DelayQueueException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.AuditLine;
import io.delayqueue.log.Loggers;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
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
     * Makes a change and logs it with its result, even if it fails.
     *
     * @param success the HTTP status of a change that is made
     * @param change takes the engine, and sets the number of tasks that it moves; returns null if what is to be changed does not exist
     */
    static <T> @Nullable T make(
            AskedChange asked,
            Engines engines,
            int success,
            BiFunction<DelayQueueEngine, AtomicReference<@Nullable Long>, @Nullable T> change) {
        DelayQueueEngine engine = engines.find(asked.queue());
        AtomicReference<@Nullable Long> tasks = new AtomicReference<>();
        int status = WebEndpointResponse.STATUS_INTERNAL_SERVER_ERROR;
        try {
            T made = engine == null ? null : change.apply(engine, tasks);
            status = made == null ? WebEndpointResponse.STATUS_NOT_FOUND : success;
            return made;
        } catch (RuntimeException e) {
            status = status(e);
            throw e;
        } finally {
            answered(
                    new AuditLine(status)
                            .with("action", asked.action())
                            .with("queue", engine == null ? asked.queue() : engine.name())
                            .with("group", asked.group())
                            .with(asked.action().endsWith("-limit") ? "limit" : "topic", asked.topic())
                            .with("tasks", tasks.get()),
                    asked.user());
        }
    }

    /** {@return the HTTP status of a failure} */
    static int status(RuntimeException failure) {
        if (failure instanceof StillUsedException) {
            return StillUsedException.STATUS;
        }
        if (failure instanceof InvalidEndpointRequestException) {
            return WebEndpointResponse.STATUS_BAD_REQUEST;
        }
        return failure instanceof DelayQueueException
                ? WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE
                : WebEndpointResponse.STATUS_INTERNAL_SERVER_ERROR;
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
