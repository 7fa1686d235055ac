package io.delayqueue.internal.codec;

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
                callback == null ? null : callback.className() + callback.signature() + callback.arguments());
        add(lines, "ttr", task.options().ttr());
        add(lines, "maxAttempts", task.options().maxAttempts());
        add(lines, "retry", task.options().retry());
        add(lines, "repeat", task.options().repeat());
        add(lines, "description", task.options().description());
        add(lines, "headers", headers(task.options().headers()));
        add(lines, "retryFor", task.options().retryFor());
        add(lines, "notAfter", task.options().notAfter());
        add(lines, "within", task.options().within());
        add(lines, "uniqueFor", task.options().uniqueFor());
        add(lines, "longestWait", task.options().longestWait());
        return String.join("\n", lines);
    }

    /** Fields that operators are shown, whether or not it can be read. */
    static String shown(TaskDetail task) {
        List<String> lines = new ArrayList<>();
        lines.add("due=" + task.dueAt().toEpochMilli());
        lines.add("priority=" + task.options().priority());
        add(lines, "topic", task.topic());
        add(lines, "payload", task.payloadText());
        add(lines, "ttr", task.options().ttr());
        add(lines, "maxAttempts", task.options().maxAttempts());
        add(lines, "retry", task.options().retry());
        add(lines, "repeat", task.options().repeat());
        add(lines, "description", task.options().description());
        add(lines, "headers", headers(task.options().headers()));
        add(lines, "retryFor", task.options().retryFor());
        add(lines, "notAfter", task.options().notAfter());
        add(lines, "within", task.options().within());
        add(lines, "uniqueFor", task.options().uniqueFor());
        add(lines, "longestWait", task.options().longestWait());
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
