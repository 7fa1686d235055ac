package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.scenario.LogLines;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A payload whose class has type arguments is written as the type of the callback here. */
class GenericPayloadTests {

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({@JsonSubTypes.Type(value = Card.class, name = "card")})
    sealed interface Pay permits Card {}

    record Card(String number) implements Pay {}

    record Envelope<T>(T content) {}

    static class Page<T> {

        public final T first;

        Page(T first) {
            this.first = first;
        }
    }

    static final class NumberedPage<T> extends Page<T> {

        public final int number = 7;

        NumberedPage(T first) {
            super(first);
        }
    }

    private static final Card CARD = new Card("4");

    private final LogLines lines = new LogLines(TaskWriter.class);

    @AfterEach
    void close() {
        lines.close();
    }

    private static TaskWriter writer(@Nullable TypeReference<?> declared) {
        TopicCallback callback = declared == null ? null : callback(declared.getType());
        return new TaskWriter(JsonMapper.shared(), AllowedCallbacks.NONE, 1_000, topic -> callback);
    }

    private static TopicCallback callback(Type declared) {
        TaskCallback<Object> callback = (payload, context) -> {};
        return new TopicCallback(new TopicName("g", "t"), declared, callback, TopicOptions.DEFAULT, "here");
    }

    private static Task task(Object payload) {
        return Task.of("g", "t").payload(payload).build();
    }

    private static String written(TaskWriter writer, Task task) {
        String detail = new String(writer.write(task).detail(), UTF_8);
        return detail.substring(detail.indexOf(',') + 1, detail.length() - 1);
    }

    static Stream<Arguments> payloads() {
        String card = "{\"type\":\"card\",\"number\":\"4\"}";
        return Stream.of(
                Arguments.of(new Envelope<>(CARD), new TypeReference<Envelope<Pay>>() {}, "{\"content\":" + card + "}"),
                Arguments.of(
                        new Envelope<>(List.of(CARD)),
                        new TypeReference<Envelope<List<Pay>>>() {},
                        "{\"content\":[" + card + "]}"),
                Arguments.of(List.of(CARD), new TypeReference<List<Pay>>() {}, "[" + card + "]"),
                Arguments.of(Map.of("a", CARD), new TypeReference<Map<String, Pay>>() {}, "{\"a\":" + card + "}"));
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void payloadShouldHaveTheTypeArgumentsOfTheCallbackHere(Object payload, TypeReference<?> declared, String json) {
        TaskWriter writer = writer(declared);
        assertThat(written(writer, task(payload))).isEqualTo(json);
        assertThat(written(writer, writer.freeze(task(payload)))).isEqualTo(json);
        assertThat(lines.with("")).isEmpty();
    }

    @Test
    void payloadShouldNotLoseThePropertiesThatASupertypeLacks() {
        TaskWriter writer = writer(new TypeReference<Page<Pay>>() {});
        assertThat(written(writer, task(new NumberedPage<>(CARD))))
                .isEqualTo("{\"first\":{\"number\":\"4\"},\"number\":7}");
        assertThat(lines.with("")).hasSize(1);
    }

    @Test
    void payloadWithOtherTypeArgumentsShouldBeWrittenByItsClass() {
        TaskWriter writer = writer(new TypeReference<Envelope<Long>>() {});
        assertThat(written(writer, task(new Envelope<>(5)))).isEqualTo("{\"content\":5}");
        assertThat(written(writer, task(new Envelope<>("5")))).isEqualTo("{\"content\":\"5\"}");
    }

    @Test
    void payloadWhoseTypeArgumentsAreUnknownShouldBeLoggedOnce() {
        TaskWriter writer = writer(null);
        written(writer, task(new Envelope<>(CARD)));
        written(writer, task(new Envelope<>("a")));
        assertThat(lines.with(
                        "WARN A payload of the class " + Envelope.class.getName() + " for g/t is written without"))
                .hasSize(1);
        written(writer, task(List.of(CARD)));
        written(writer, task(Map.of("a", CARD)));
        assertThat(lines.with("")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void payloadThatLosesNothingShouldNotBeLogged(boolean declared) {
        TaskWriter writer = writer(declared ? new TypeReference<Object>() {} : null);
        written(writer, task(CARD));
        written(writer, task(List.of("a", 1)));
        written(writer, task(Map.of("a", Map.of())));
        Type type = new TypeReference<Envelope<Pay>>() {}.getType();
        written(writer, Task.of("g", "t").payload(new Envelope<>(CARD), type).build());
        assertThat(lines.with("")).isEmpty();
    }
}
