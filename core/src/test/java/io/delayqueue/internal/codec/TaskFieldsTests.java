package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Callback;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.TaskDetail;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Each option of a task has the value that was written, whichever way the task is read. */
class TaskFieldsTests {

    public record Mail() implements Callback {
        @Override
        public void call() {}
    }

    private static final Task FULL = full().within(Duration.ofMinutes(2))
            .repeat(Repeat.fixedDelay(Duration.ofMinutes(1)))
            .build();

    /** Not both of a task that repeats. */
    private static final Task ONCE = full().notAfter(Instant.EPOCH).build();

    private static TaskBuilder full() {
        return Task.of("g", "t")
                .payload(7)
                .callback(Mail.class)
                .ttr(Duration.ofSeconds(90))
                .maxAttempts(3)
                .retry(ExponentialBackoff.DEFAULT)
                .retryFor(Duration.ofDays(1))
                .priority(Priority.HIGH)
                .description("say")
                .headers(Map.of("trace", "1"));
    }

    private static byte[] stored(Task task) {
        AllowedCallbacks allowed = new AllowedCallbacks(List.of(Mail.class.getName()));
        byte[] written =
                new TaskWriter(JsonMapper.shared(), allowed, 1_000).write(task).detail();
        byte[] stored = ("[1," + new String(written, UTF_8)).getBytes(UTF_8);
        return task == FULL ? TaskJson.withPause(stored, 2, true) : stored;
    }

    static Stream<RecordComponent> components() {
        return Stream.of(Task.Options.class.getRecordComponents());
    }

    /** A new component fails here until it is written and read, and the task above sets it. */
    @ParameterizedTest
    @MethodSource("components")
    void optionShouldBeReadAsItWasWritten(RecordComponent component)
            throws ReflectiveOperationException, UnreadableTaskException {
        Object none = component.getAccessor().invoke(Task.Options.NONE);
        Task full = component.getName().equals("notAfter") ? ONCE : FULL;
        for (TaskDetail task : List.of(TaskJson.read(stored(full)), TaskDetail.readForDisplay(stored(full), true))) {
            Object read = component.getAccessor().invoke(task.options());
            assertThat(read).isNotNull().isNotEqualTo(none);
            if (!component.getName().equals("paused")) {
                assertThat(read).isEqualTo(component.getAccessor().invoke(full.options()));
            }
        }
    }
}
