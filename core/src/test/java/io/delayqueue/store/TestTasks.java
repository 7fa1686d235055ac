package io.delayqueue.store;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.store.NewTask.AddMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks of normal priority that keep an existing one and run once. */
public final class TestTasks {

    /** How they are added. */
    public static final AddMode MODE = mode(Priority.NORMAL, IfExists.KEEP, false);

    private TestTasks() {}

    /** A mode without windows. */
    public static AddMode mode(Priority priority, IfExists ifExists, boolean repeats) {
        return new AddMode(priority, ifExists, repeats, 0, 0, 0);
    }

    /** Options of a task that has no others. */
    public static Task.Options options(Map<String, String> headers, @Nullable String key, @Nullable Repeat repeat) {
        return new Task.Options(
                Priority.NORMAL,
                null,
                headers,
                key,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                repeat,
                null,
                null,
                false);
    }

    public static NewTask task(String topic, String id, long time, boolean relative, byte[] detail) {
        return new NewTask(topic, id, time, relative, detail, MODE);
    }
}
