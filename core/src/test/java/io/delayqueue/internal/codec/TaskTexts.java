package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskDetail.CallbackReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks that were read as text, a line for each field that is set. */
final class TaskTexts {

    private TaskTexts() {}

    static String of(TaskDetail task) {
        List<String> lines = new ArrayList<>();
        lines.add("due=" + task.dueAt().toEpochMilli());
        add(lines, "payload", task.payloadText());
        CallbackReference callback = task.callback();
        add(
                lines,
                "callback",
                callback == null
                        ? null
                        : callback.className() + callback.signature() + new String(callback.arguments(), UTF_8));
        add(lines, "ttr", task.ttr());
        add(lines, "maxAttempts", task.maxAttempts());
        add(lines, "retry", task.retry());
        add(lines, "repeat", task.repeat());
        add(lines, "description", task.description());
        add(lines, "headers", headers(task.headers()));
        return String.join("\n", lines);
    }

    /** Fields that operators are shown, whether or not it can be read. */
    static String shown(TaskDetail task) {
        List<String> lines = new ArrayList<>();
        lines.add("due=" + task.dueAt().toEpochMilli());
        lines.add("priority=" + task.priority());
        add(lines, "topic", task.topic());
        add(lines, "payload", task.payloadText());
        add(lines, "ttr", task.ttr());
        add(lines, "maxAttempts", task.maxAttempts());
        add(lines, "retry", task.retry());
        add(lines, "repeat", task.repeat());
        add(lines, "description", task.description());
        add(lines, "headers", headers(task.headers()));
        add(lines, "lastRun", task.lastRun());
        return String.join("\n", lines);
    }

    private static @Nullable Object headers(Map<String, String> headers) {
        return headers.isEmpty() ? null : headers;
    }

    private static void add(List<String> lines, String name, @Nullable Object value) {
        if (value != null) {
            lines.add(name + "=" + value);
        }
    }
}
