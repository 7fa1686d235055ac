package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Callback;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.TaskDetail;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Each component of a task that is read has the value that was written, whichever way it is read. */
class TaskFieldsTests {

    public record Mail() implements Callback {
        @Override
        public void call() {}
    }

    /** Attempts get these from the store, not from the JSON. */
    private static final Set<String> UNREAD_BY_ATTEMPTS = Set.of("topic", "priority", "lastRun", "paused");

    /** In no {@link io.delayqueue.TaskInfo}. */
    private static final Set<String> NOT_DISPLAYED = Set.of("callback");

    private static final byte[] EMPTY = "[0]".getBytes(UTF_8);

    private static final byte[] FULL = withLastRun(Task.of("g", "t")
            .payload(7)
            .callback(Mail.class)
            .ttr(Duration.ofSeconds(90))
            .maxAttempts(3)
            .retry(ExponentialBackoff.DEFAULT)
            .priority(Priority.HIGH)
            .repeat(Repeat.fixedDelay(Duration.ofMinutes(1)))
            .description("say")
            .headers(Map.of("trace", "1"))
            .build());

    private static byte[] withLastRun(Task task) {
        String added = new String(stored(task), UTF_8);
        return (added.substring(0, added.length() - 2) + ",\"paused\":true},[1,2,1]]").getBytes(UTF_8);
    }

    private static byte[] stored(Task task) {
        AllowedCallbacks allowed = new AllowedCallbacks(List.of(Mail.class.getName()));
        byte[] written =
                new TaskWriter(JsonMapper.shared(), allowed, 1_000).write(task).detail();
        return ("[1234567890123," + new String(written, UTF_8)).getBytes(UTF_8);
    }

    static Stream<RecordComponent> components() {
        return Stream.of(TaskDetail.class.getRecordComponents());
    }

    private static Object value(TaskDetail task, RecordComponent component) throws ReflectiveOperationException {
        return component.getAccessor().invoke(task);
    }

    /** A new component fails here until the reader fills it, and the task above sets it. */
    @ParameterizedTest
    @MethodSource("components")
    void componentShouldBeReadByAttempts(RecordComponent component)
            throws ReflectiveOperationException, UnreadableTaskException {
        Object empty = value(TaskJson.read(EMPTY), component);
        Object full = value(TaskJson.read(FULL), component);
        if (UNREAD_BY_ATTEMPTS.contains(component.getName())) {
            assertThat(full).isEqualTo(empty);
        } else {
            assertThat(full).isNotNull().isNotEqualTo(empty);
        }
    }

    /** A new component fails here until it is read for display, or is listed as one that is not. */
    @ParameterizedTest
    @MethodSource("components")
    void componentShouldBeReadForDisplay(RecordComponent component)
            throws ReflectiveOperationException, UnreadableTaskException {
        Object displayed = value(TaskDetail.readForDisplay(FULL, true), component);
        if (NOT_DISPLAYED.contains(component.getName())) {
            assertThat(displayed).isNull();
        } else {
            assertThat(displayed).isNotNull().isNotEqualTo(value(TaskDetail.readForDisplay(EMPTY, true), component));
            if (!UNREAD_BY_ATTEMPTS.contains(component.getName())) {
                assertThat(displayed).isEqualTo(value(TaskJson.read(FULL), component));
            }
        }
    }
}
