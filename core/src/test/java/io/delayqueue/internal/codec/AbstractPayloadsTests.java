package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

class AbstractPayloadsTests {

    sealed interface Shape permits Circle {}

    record Circle(int radius) implements Shape {}

    abstract static class Base {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Square.class))
    sealed interface Typed permits Square {}

    record Square(int side) implements Typed {}

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
        AbstractPayloads.refuse(
                mapper,
                new TopicCallback(
                        new TopicName("g", "t"), type, (payload, context) -> {}, TopicOptions.DEFAULT, "test"));
    }

    private static void assertRefused(Type type, Class<?> named) {
        assertThatThrownBy(() -> check(JsonMapper.shared(), type))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("g/t payloadType must be a type that Jackson can read, but " + named.getName()
                        + " is abstract and has no type information: annotate it with @JsonTypeInfo and @JsonSubTypes,"
                        + " or take a class");
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
