package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagTests {

    @ParameterizedTest
    @ValueSource(strings = {"order=42", "a-b_c.d=x y", "q=a=b", "name= K\u00e4se \ud83d\ude00 ", "path=a/b:c,[d]"})
    void tagShouldBeReadAsItIsWritten(String text) {
        assertThat(Tag.parse(text)).hasToString(text).isEqualTo(Tag.parse(text));
    }

    @Test
    void furtherEqualsSignShouldBePartOfTheValue() {
        assertThat(Tag.parse("query=a=b")).isEqualTo(new Tag("query", "a=b"));
    }

    @Test
    void longestTagShouldBeTaken() {
        assertThat(new Tag("n".repeat(64), "v".repeat(128)).value()).hasSize(128);
        assertThat(new Tag("n", "\u20ac".repeat(85)).value()).hasSize(85);
    }
}
