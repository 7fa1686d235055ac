package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.Callback;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.callback.AllowedCallbacks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A task that was frozen is written as it would have been then. */
class FrozenTaskTests {

    public record Mail(List<String> to, Object more) implements Callback {
        @Override
        public void call() {}
    }

    public record Foreign() implements Callback {
        @Override
        public void call() {}
    }

    static class Broken {
        public String getName() {
            throw new IllegalStateException("no");
        }
    }

    private final TaskWriter writer = writer(JsonMapper.shared());

    private static TaskWriter writer(JsonMapper mapper) {
        return new TaskWriter(mapper, new AllowedCallbacks(List.of(Mail.class.getName())), 100, topic -> null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFrozenTaskShouldBeWrittenToTheByteAsItWas(boolean wrapped) {
        TaskWriter writer = writer(JsonMapper.builder()
                .configure(SerializationFeature.WRAP_ROOT_VALUE, wrapped)
                .configure(SerializationFeature.INDENT_OUTPUT, wrapped)
                .build());
        Map<String, Object> payload = new LinkedHashMap<>(Map.of("number", 42));
        List<String> to = new ArrayList<>(List.of("a", "ä"));
        Task task = Task.of("g", "t")
                .payload(payload)
                .callback(Mail.class, to, null)
                .delay(Duration.ofMinutes(3))
                .ttr(Duration.ofSeconds(2))
                .maxAttempts(7)
                .description("d")
                .headers(Map.of("h", "v"))
                .build();
        byte[] then = writer.write(task).detail();

        Task frozen = writer.freeze(task);
        payload.put("number", 43);
        to.clear();
        assertThat(writer.write(frozen).detail()).isEqualTo(then);
        assertThat(writer.write(writer.freeze(frozen)).detail()).isEqualTo(then);
        assertThat(writer.write(task).detail()).isNotEqualTo(then);
        assertThat(frozen.toString()).isEqualTo(task.toString());
        assertThat(frozen.idGenerated()).isTrue();
    }

    @Test
    void aFrozenTaskWithoutPayloadShouldHaveNone() {
        Task frozen = writer.freeze(Task.of("g", "t").id("a").build());
        assertThat(frozen.payload()).isNull();
        assertThat(frozen.callback()).isNull();
        assertThat(frozen.idGenerated()).isFalse();
    }

    @Test
    void anotherMapperShouldWriteAFrozenPayloadToo() {
        Task frozen = writer.freeze(Task.of("g", "t").payload(List.of("a")).build());
        assertThat(JsonMapper.shared().writeValueAsString(Map.of("p", frozen.payload())))
                .isEqualTo("{\"p\":[\"a\"]}");
    }

    @Test
    void whatWriteRefusesShouldBeRefused() {
        assertInvalid(Task.of("g", "t").payload("x".repeat(100)).build(), "payload must be at most 100 bytes");
        assertInvalid(Task.of("g", "t").payload(new Broken()).build(), "payload must be something Jackson can write");
        assertInvalid(Task.of("g", "t").callback(Foreign.class).build(), "callback must be a class that the");
        assertInvalid(Task.of("g", "t").callback(Mail.class, 1).build(), "callback must have one public constructor");
    }

    private void assertInvalid(Task task, String message) {
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(() -> writer.freeze(task))
                .withMessageStartingWith(message);
    }
}
