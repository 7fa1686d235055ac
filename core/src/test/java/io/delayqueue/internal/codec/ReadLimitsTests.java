package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.callback.AllowedCallbacks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

class ReadLimitsTests {

    private static final BigInteger DIGITS_1000 = BigInteger.TEN.pow(999);

    private final TaskWriter writer = writer(JsonMapper.shared());

    private static TaskWriter writer(JsonMapper mapper) {
        return new TaskWriter(mapper, AllowedCallbacks.NONE, 1 << 20, topic -> null);
    }

    static Object[] beyond() {
        return new Object[] {
            DIGITS_1000.multiply(BigInteger.TEN),
            Map.of("amount", List.of(DIGITS_1000.multiply(BigInteger.TEN).negate())),
            new BigDecimal("0." + "3".repeat(1_000)),
            Map.of("k".repeat(50_001), 1),
            List.of("\uD800", "a".repeat(60_000), Map.of("k".repeat(60_000), 1))
        };
    }

    static Object[] within() {
        return new Object[] {
            DIGITS_1000,
            DIGITS_1000.negate(),
            new BigDecimal("1E+400000"),
            "7".repeat(2_000),
            "e".repeat(60_000),
            Map.of("k".repeat(50_000), "\"\\\u0000"),
            "\uD83D\uDE00"
        };
    }

    @ParameterizedTest
    @MethodSource("beyond")
    void payloadThatTheMapperCannotReadShouldBeRefused(Object payload) {
        assertThatThrownBy(() -> writer.writePayload(payload))
                .isInstanceOf(InvalidTaskException.class)
                .extracting("field")
                .isEqualTo("payload");
    }

    @ParameterizedTest
    @MethodSource("within")
    void payloadThatTheMapperCanReadShouldBeWritten(Object payload) {
        byte[] json = writer.writePayload(payload);
        Class<?> type = payload instanceof Map ? Map.class : payload.getClass();
        assertThat((Object) JsonMapper.shared().readValue(json, type)).isEqualTo(payload);
    }

    @Test
    void limitsOfTheMapperShouldCount() {
        JsonMapper strict = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxStringLength(10)
                                .maxNestingDepth(2)
                                .build())
                        .build())
                .build();
        TaskWriter own = writer(PayloadMapper.of(strict));
        assertThat(own.writePayload(List.of("a".repeat(10)))).isNotEmpty();
        assertThatThrownBy(() -> own.writePayload("a".repeat(11))).isInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> own.writePayload(List.of(List.of(List.of()))))
                .isInstanceOf(InvalidTaskException.class);
        JsonMapper lenient = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNumberLength(2_000)
                                .build())
                        .build())
                .build();
        assertThat(writer(lenient).writePayload(DIGITS_1000.multiply(BigInteger.TEN)))
                .hasSize(1_001);
    }
}
