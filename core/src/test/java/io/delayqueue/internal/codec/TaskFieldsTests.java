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
import io.delayqueue.store.StoredOptions;
import io.delayqueue.store.TaskDetail;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Each option of a task has the value that was written, whichever way the task is read. */
class TaskFieldsTests {

    public record Mail() implements Callback {
        @Override
        public void call() {}
    }

    private static final List<Task> FULL = List.of(
            full().within(Duration.ofMinutes(2))
                    .repeat(Repeat.fixedDelay(Duration.ofMinutes(1)))
                    .build(),
            full().notAfter(Instant.EPOCH)
                    .id("a")
                    .uniqueFor(Duration.ofHours(1))
                    .build(),
            full().id("a")
                    .debounce(Duration.ofSeconds(1), Duration.ofMinutes(1))
                    .build());

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
                .key("customer-42")
                .headers(Map.of("trace", "1"));
    }

    private static byte[] stored(Task task) {
        AllowedCallbacks allowed = new AllowedCallbacks(List.of(Mail.class.getName()));
        byte[] written = new TaskWriter(JsonMapper.shared(), allowed, 1_000, topic -> null)
                .write(task)
                .detail();
        byte[] stored = ("[1," + new String(written, UTF_8)).getBytes(UTF_8);
        return task.repeat() == null ? stored : TaskJson.withPause(stored, 2, true);
    }

    static Stream<RecordComponent> components() {
        return Stream.of(Task.Options.class.getRecordComponents())
                .filter(component -> !component.getName().equals("tags"));
    }

    /** Scripts look for the pause at the end of the options. */
    @Test
    void pauseShouldBeTheLastOption() {
        RecordComponent[] options = StoredOptions.class.getRecordComponents();
        assertThat(options[options.length - 1].getName()).isEqualTo("paused");
    }

    /** A new component fails here until it is written and read, and a task above sets it. */
    @ParameterizedTest
    @MethodSource("components")
    void optionShouldBeReadAsItWasWritten(RecordComponent component)
            throws ReflectiveOperationException, UnreadableTaskException {
        Object none = component.getAccessor().invoke(Task.Options.NONE);
        Set<Object> values = new HashSet<>();
        for (Task full : FULL) {
            byte[] stored = stored(full);
            for (TaskDetail task : List.of(TaskJson.read(stored), TaskDetail.readForDisplay(stored, true))) {
                Object read = component.getAccessor().invoke(task.options());
                if (!component.getName().equals("paused")) {
                    assertThat(read).isEqualTo(component.getAccessor().invoke(full.options()));
                }
                values.add(read);
            }
        }
        values.remove(none);
        assertThat(values).hasSize(1).doesNotContainNull();
    }
}
