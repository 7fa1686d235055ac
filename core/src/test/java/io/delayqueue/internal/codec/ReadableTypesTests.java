package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.Priority;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;

class ReadableTypesTests {

    sealed interface Shape permits Circle {}

    record Circle(int radius) implements Shape {}

    abstract static class Base {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Square.class))
    sealed interface Typed permits Square {}

    record Square(int side) implements Typed, As {}

    @JsonDeserialize(as = Square.class)
    interface As {}

    @JsonDeserialize(using = OwnReader.class)
    interface Own {}

    static final class OwnReader extends StdDeserializer<Own> {

        OwnReader() {
            super(Own.class);
        }

        @Override
        public Own deserialize(JsonParser parser, DeserializationContext context) {
            return new Own() {};
        }
    }

    interface Created {

        @JsonCreator
        static Created of(String text) {
            return new Created() {};
        }
    }

    private static void check(JsonMapper mapper, Type type) {
        ReadableTypes.refuse(
                PayloadMapper.of(mapper),
                new TopicCallback(
                        new TopicName("g", "t"), type, (payload, context) -> {}, TopicOptions.DEFAULT, "test"));
    }

    private static void assertRefused(Type type, Class<?> named) {
        assertThatThrownBy(() -> check(JsonMapper.shared(), type))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("g/t payloadType must be a type that Jackson can read, but ")
                .hasMessageContaining(named.getName());
    }

    /** As Lombok's {@code @Value @Builder} makes a class. */
    static final class Built {

        private final long number;

        private Built(long number) {
            this.number = number;
        }

        long number() {
            return number;
        }
    }

    static class TwoSetters {

        public void setNumber(Built number) {}

        public void setNumber(Circle number) {}
    }

    static final class Hidden {

        private long number;

        private Hidden() {}

        public void setNumber(long number) {
            this.number = number;
        }

        long number() {
            return number;
        }
    }

    class Inner {}

    @ParameterizedTest
    @ValueSource(classes = {Built.class, Inner.class, TwoSetters.class})
    void typeThatJacksonCannotCreateShouldBeRefused(Class<?> type) {
        assertRefused(type, type);
        assertRefused(Array.newInstance(type, 0).getClass(), type);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                com.fasterxml.jackson.core.TreeNode.class,
                com.fasterxml.jackson.databind.JsonNode.class,
                com.fasterxml.jackson.databind.node.ObjectNode.class,
                CompletableFuture.class,
                Future.class,
                CompletionStage.class,
                Thread.class
            })
    void typeWhoseContentJacksonDoesNotReadShouldBeRefused(Class<?> type) {
        assertRefused(type, type);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Task.class,
                TaskInfo.class,
                DelayQueueService.class,
                ServiceRegister.class,
                TaskPuller.class,
                DelayQueueInspector.class
            })
    void typeOfTheQueueShouldBeRefused(Class<?> type) {
        assertRefused(type, type);
    }

    @Test
    void typeThatTheMapperReadsInAWayOfItsOwnShouldBeTaken() {
        JsonMapper own = JsonMapper.builder()
                .addModule(new SimpleModule()
                        .addDeserializer(CompletableFuture.class, new StdDeserializer<>(CompletableFuture.class) {

                            @Override
                            public CompletableFuture<?> deserialize(JsonParser parser, DeserializationContext context) {
                                return CompletableFuture.completedFuture(parser.getString());
                            }
                        }))
                .build();
        assertThatCode(() -> check(own, CompletableFuture.class)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(classes = {Shape.class, Base.class, Runnable.class})
    void abstractTypeShouldBeRefused(Class<?> type) {
        assertRefused(type, type);
    }

    @Test
    void abstractElementsShouldBeRefused() {
        assertRefused(Shape[].class, Shape.class);
        assertRefused(new TypeReference<Map<String, List<Shape>>>() {}.getType(), Shape.class);
        assertRefused(new TypeReference<Optional<Shape>>() {}.getType(), Shape.class);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Circle.class,
                Hidden.class,
                Priority.class,
                Typed.class,
                As.class,
                Own.class,
                Created.class,
                Object.class,
                Number.class,
                CharSequence.class,
                JsonNode.class,
                Iterable.class,
                Collection.class,
                List.class,
                Map.class,
                int.class,
                Thread.State.class
            })
    void typeThatJacksonReadsShouldBeTaken(Class<?> type) {
        assertThatCode(() -> check(JsonMapper.shared(), type)).doesNotThrowAnyException();
    }

    @Test
    void abstractTypeOfTheMapperShouldBeTaken() {
        JsonMapper mapped = JsonMapper.builder()
                .addModule(new SimpleModule().addAbstractTypeMapping(Shape.class, Circle.class))
                .build();
        assertThatCode(() -> check(mapped, Shape.class)).doesNotThrowAnyException();
        JsonMapper typed = JsonMapper.builder()
                .activateDefaultTyping(BasicPolymorphicTypeValidator.builder()
                        .allowIfSubType(Shape.class)
                        .build())
                .build();
        assertThatCode(() -> check(typed, Shape.class)).doesNotThrowAnyException();
    }
}
