package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delayqueue.Callback;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.callback.AllowedCallbacks;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

class PayloadMapperTests {

    private final TaskWriter writer =
            new TaskWriter(PayloadMapper.of(JsonMapper.shared()), AllowedCallbacks.NONE, 1_000, topic -> null);

    static class Hidden {

        private final long number = 42;

        @Override
        public String toString() {
            return "Hidden " + number;
        }
    }

    static final class Below extends Hidden {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    static final class Annotated extends Hidden {}

    static final class Marker {

        static final int CONSTANT = 1;

        transient int cached = CONSTANT;
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Optional(@Nullable String text) {}

    record Own(long number) {

        @JsonValue
        Map<String, Long> value() {
            return Map.of();
        }
    }

    record Holder(String name, @Nullable Object held) {}

    record Typed(long number, com.fasterxml.jackson.databind.@Nullable JsonNode node) {}

    static Object[] lost() {
        JsonNodeFactory trees = JsonNodeFactory.instance;
        return new Object[] {
            new Hidden(),
            new Below(),
            new Annotated(),
            captured(42),
            (Supplier<String>) () -> "no capture",
            new Object(),
            new Object() {

                @Override
                public String toString() {
                    return "anonymous";
                }
            },
            trees.objectNode().put("number", 42),
            trees.arrayNode().add(42),
            trees.numberNode(42),
            CompletableFuture.completedFuture(42),
            new FutureTask<>(() -> 42),
            Thread.currentThread()
        };
    }

    static Object[] empty() {
        return new Object[] {
            new Marker(),
            new Optional(null),
            new Own(1),
            Map.of(),
            JsonMapper.shared().createObjectNode()
        };
    }

    private static Runnable captured(int number) {
        return () -> assertThat(number).isPositive();
    }

    @ParameterizedTest
    @MethodSource("lost")
    void objectWhoseContentJacksonDoesNotWriteShouldBeRefused(Object payload) {
        assertRefused(payload, payload.getClass());
    }

    @ParameterizedTest
    @MethodSource("lost")
    void suchAnObjectShouldBeRefusedAtAnyDepth(Object payload) {
        assertRefused(new Holder("a", payload), payload.getClass());
        assertRefused(Map.of("key", List.of(new Object[] {payload})), payload.getClass());
        assertRefused(new Holder("a", List.of(new Holder("b", Map.of("c", payload)))), payload.getClass());
        assertRefused(java.util.Optional.of(payload), payload.getClass());
    }

    private void assertRefused(Object payload, Class<?> named) {
        Task task = Task.of("g", "t").payload(payload).build();
        assertThatThrownBy(() -> writer.write(task))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining(named.getName())
                .extracting("field")
                .isEqualTo("payload");
    }

    @Test
    void placeOfTheObjectShouldBeNamed() {
        Object payload = Map.of("orders", List.of(new Holder("a", Thread.currentThread())));
        assertThatThrownBy(() -> writer.writePayload(payload)).hasMessageContaining(" at orders[0].held: ");
    }

    @Test
    void declaredTypeShouldMatterOnlyIfThereIsAnObject() {
        assertThat(writer.writePayload(new Typed(1, null))).asString().isEqualTo("{\"number\":1,\"node\":null}");
        assertRefused(new Typed(1, JsonNodeFactory.instance.objectNode()), ObjectNode.class);
    }

    @ParameterizedTest
    @MethodSource("empty")
    void objectWithNothingToLoseShouldBeWritten(Object payload) {
        assertThat(writer.writePayload(payload)).asString().isEqualTo("{}");
        assertThat(writer.writePayload(List.of(payload))).asString().isEqualTo("[{}]");
    }

    @Test
    void objectThatTheMapperWritesInAWayOfItsOwnShouldBeWritten() {
        JsonMapper own = JsonMapper.builder()
                .addModule(new SimpleModule().addSerializer(Thread.class, ToStringSerializer.instance))
                .build();
        TaskWriter names = new TaskWriter(PayloadMapper.of(own), AllowedCallbacks.NONE, 1_000, topic -> null);
        assertThat(names.writePayload(Thread.currentThread())).asString().startsWith("\"Thread[");
    }

    @Test
    void copyShouldKeepTheConfiguration() {
        JsonMapper kebab = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
                .build();
        record Named(String firstName) {}
        assertThat(PayloadMapper.of(kebab).writeValueAsString(new Named("Ada"))).isEqualTo("{\"first-name\":\"Ada\"}");
    }

    @Test
    void typeWhoseContentJacksonDoesNotReadShouldFailWhereThereIsAValue() {
        JsonMapper mapper = PayloadMapper.of(JsonMapper.shared());
        assertThat(mapper.readValue("{\"number\":1,\"node\":null}", Typed.class))
                .isEqualTo(new Typed(1, null));
        record Late(CompletableFuture<String> result) {}
        assertThatThrownBy(() -> mapper.readValue("{\"result\":{\"done\":true}}", Late.class))
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining(CompletableFuture.class.getName());
    }

    public record Pages(List<TreeNode> trees) implements Callback {

        @Override
        public void call() {}
    }

    public record Wait(Future<String> result) implements Callback {

        @Override
        public void call() {}
    }

    public record Any(Object value) implements Callback {

        @Override
        public void call() {}
    }

    @Test
    void argumentsOfACallbackShouldBeRefusedToo() {
        List<Task> lost = List.of(
                Task.of("g", "t").callback(Pages.class, List.of()).build(),
                Task.of("g", "t")
                        .callback(Wait.class, CompletableFuture.completedFuture("a"))
                        .build(),
                Task.of("g", "t")
                        .callback(Any.class, List.of(CompletableFuture.completedFuture("a")))
                        .build());
        TaskWriter carrying = new TaskWriter(
                PayloadMapper.of(JsonMapper.shared()),
                new AllowedCallbacks(List.of(PayloadMapperTests.class.getPackageName() + ".*")),
                1_000,
                topic -> null);
        for (Task task : lost) {
            assertThatThrownBy(() -> carrying.write(task))
                    .isInstanceOf(InvalidTaskException.class)
                    .extracting("field")
                    .isEqualTo("callback");
        }
        assertThat(carrying.write(Task.of("g", "t").callback(Any.class, 7).build()))
                .isNotNull();
    }
}
