package io.delayqueue.autoconfigure;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.log.LogText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Adds the running task to the diagnostic context (MDC) of logs. */
final class MdcInterceptor implements TaskInterceptor {

    private final String queue;

    MdcInterceptor(String queue) {
        this.queue = queue;
    }

    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        Map<String, @Nullable String> entries = entries(invocation.context());
        invocation.interceptEnd(end -> proceed(end, entries));
        proceed(invocation, entries);
    }

    private static void proceed(TaskInvocation invocation, Map<String, @Nullable String> entries) throws Exception {
        Map<String, @Nullable String> before = put(entries);
        try {
            invocation.proceed();
        } finally {
            put(before);
        }
    }

    private Map<String, @Nullable String> entries(TaskContext task) {
        return Map.of(
                "delayqueue.queue", queue,
                "delayqueue.group", task.group(),
                "delayqueue.topic", task.topic(),
                "delayqueue.task", LogText.line(task.id()),
                "delayqueue.attempt", Integer.toString(task.attempt()));
    }

    /** Puts values into the context, null to remove one; returns the previous values. */
    private static Map<String, @Nullable String> put(Map<String, @Nullable String> entries) {
        Map<String, @Nullable String> before = new LinkedHashMap<>();
        entries.forEach((key, value) -> {
            before.put(key, MDC.get(key));
            if (value == null) {
                MDC.remove(key);
            } else {
                MDC.put(key, value);
            }
        });
        return before;
    }
}
