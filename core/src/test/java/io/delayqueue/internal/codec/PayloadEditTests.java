package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadEditTests {

    private static String edited(String json) {
        return new String(TaskJson.withPayload(json.getBytes(UTF_8), "{\"b\":[2]}".getBytes(UTF_8)), UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[1,\"t\",{\"a\":1}]|[1,\"t\",{\"b\":[2]}]",
                "[1,\"t\",null]|[1,\"t\",{\"b\":[2]}]",
                "[1,\"t\"]|[1,\"t\",{\"b\":[2]}]",
                "[1,\"t\",[1,\"x\"],{\"ttr\":5,\"headers\":{\"k\":\"ü\"}}]|[1,\"t\",{\"b\":[2]},{\"ttr\":5,\"headers\":{\"k\":\"ü\"}}]",
                "[1,\"t\",null,{\"payload\":null,\"ttr\":5}]|[1,\"t\",{\"b\":[2]},{\"ttr\":5}]",
                "[1,\"t\",1.50,{\"later\":[1.0,{\"x\":null}]},[7],8]|[1,\"t\",{\"b\":[2]},{\"later\":[1.0,{\"x\":null}]},[7],8]"
            })
    void allButThePayloadShouldStayAsItStands(String json, String expected) {
        assertThat(edited(json)).isEqualTo(expected);
    }

    @Test
    void taskWithACallbackClassShouldBeRefused() {
        assertThatThrownBy(() -> edited("[1,\"t\",null,{\"callback\":{\"class\":\"a.B\",\"arguments\":[]}}]"))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("has arguments instead");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "{}", "[1]", "[]", "[1,\"t\",{\"a\":]", "[1,\"t\",1] 2", "[1,\"t\",1"})
    void taskThatCannotBeReadShouldBeRefused(String json) {
        assertThatThrownBy(() -> edited(json))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("payload cannot be replaced in a task that cannot be read");
    }
}
