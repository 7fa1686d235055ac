package io.delayqueue.autoconfigure;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.log.LogText;
import java.util.Map;
import org.slf4j.MDC;

/** Adds the running task to the diagnostic context (MDC) of logs. */
record MdcInterceptor(String queue) implements TaskInterceptor {

    @Override
    public void intercept(TaskInvocation invocation) throws Exception {
        Map<String, String> entries = entries(invocation.context());
        invocation.interceptEnd(end -> proceed(end, entries));
        proceed(invocation, entries);
    }

    private static void proceed(TaskInvocation invocation, Map<String, String> entries) throws Exception {
        Map<String, String> before = MDC.getCopyOfContextMap();
        entries.forEach(MDC::put);
        try {
            invocation.proceed();
        } finally {
            if (before == null) {
                MDC.clear();
            } else {
                MDC.setContextMap(before);
            }
        }
    }

    private Map<String, String> entries(TaskContext task) {
        return Map.of(
                "delayqueue.queue", queue,
                "delayqueue.group", task.group(),
                "delayqueue.topic", task.topic(),
                "delayqueue.task", LogText.line(task.id()),
                "delayqueue.attempt", Integer.toString(task.attempt()));
    }
}
