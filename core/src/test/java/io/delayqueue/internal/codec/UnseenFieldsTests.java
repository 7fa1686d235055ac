package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.callback.AllowedCallbacks;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class UnseenFieldsTests {

    private final TaskWriter writer = new TaskWriter(JsonMapper.shared(), AllowedCallbacks.NONE, 1_000);

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

    static Object[] lost() {
        return new Object[] {new Hidden(), new Below(), new Annotated(), captured(42)};
    }

    static Object[] empty() {
        return new Object[] {
            new Marker(),
            new Optional(null),
            new Own(1),
            Map.of(),
            new Object(),
            JsonMapper.shared().createObjectNode()
        };
    }

    private static Runnable captured(int number) {
        return () -> assertThat(number).isPositive();
    }

    @ParameterizedTest
    @MethodSource("lost")
    void objectWhoseFieldsJacksonDoesNotSeeShouldBeRefused(Object payload) {
        Task task = Task.of("g", "t").payload(payload).build();
        assertThatThrownBy(() -> writer.write(task))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("payload must not lose its fields, but Jackson finds none of those of "
                        + payload.getClass().getName() + " and writes {}: make it a record, or give it getters");
    }

    @ParameterizedTest
    @MethodSource("empty")
    void objectWithNothingToLoseShouldBeWritten(Object payload) {
        assertThat(writer.writePayload(payload)).asString().isEqualTo("{}");
    }
}
