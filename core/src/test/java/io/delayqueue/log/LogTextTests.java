package io.delayqueue.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogTextTests {

    @ParameterizedTest
    @ValueSource(strings = {"ada", "ada@example.com", "order-42", "10.0.0.7", "0:0:0:0:0:0:0:1", "a_b.c/d+e"})
    void plainWordShouldStandAsItIs(String text) {
        assertThat(LogText.of(text)).isEqualTo(text);
    }

    @Test
    void otherTextShouldBeQuoted() {
        assertThat(LogText.of("")).isEqualTo("\"\"");
        assertThat(LogText.of("Ada Lovelace")).isEqualTo("\"Ada Lovelace\"");
        assertThat(LogText.of("Zoë=7")).isEqualTo("\"Zoë=7\"");
        assertThat(LogText.of("a\" user=\"b")).isEqualTo("\"a\\\" user=\\\"b\"");
        assertThat(LogText.of("a\\")).isEqualTo("\"a\\\\\"");
    }

    /** Ends of lines, what terminals obey, what turns text around, halves of characters. */
    @Test
    void whatIsNotSeenShouldBeWrittenOut() {
        assertThat(LogText.of("a\nb\r\tc\u0000")).isEqualTo("\"a\\nb\\r\\tc\\u{0}\"");
        assertThat(LogText.of("\u001b[2J\u0085\u2028\u2029")).isEqualTo("\"\\u{1b}[2J\\u{85}\\u{2028}\\u{2029}\"");
        assertThat(LogText.of("\u202eevil\u200b")).isEqualTo("\"\\u{202e}evil\\u{200b}\"");
        assertThat(LogText.of("\ud800")).isEqualTo("\"\\u{d800}\"");
        assertThat(LogText.of("\ue000\u0378\udb40\udc01$1")).isEqualTo("\"\\u{e000}\\u{378}\\u{e0001}$1\"");
        assertThat(LogText.of("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
    }

    @Test
    void longTextShouldBeCut() {
        assertThat(LogText.of("a".repeat(512))).isEqualTo("a".repeat(512));
        assertThat(LogText.of("a".repeat(513))).isEqualTo("\"" + "a".repeat(509) + "...\"");
        assertThat(LogText.of("\n".repeat(100_000))).isEqualTo("\"" + "\\n".repeat(254) + "\\...\"");
    }

    @Test
    void lineShouldKeepWordsAndQuotesAndWriteOutTheRest() {
        assertThat(LogText.line("Ada's \"{}\" C:\\tmp Zoë \ud83d\ude00"))
                .isEqualTo("Ada's \"{}\" C:\\tmp Zoë \ud83d\ude00");
        assertThat(LogText.line("a\r\nb\t\u009b\u2066\ud800")).isEqualTo("a\\r\\nb\\t\\u{9b}\\u{2066}\\u{d800}");
    }

    @Test
    void longLineShouldBeCut() {
        assertThat(LogText.line("a".repeat(8_192))).hasSize(8_192);
        assertThat(LogText.line("a".repeat(1_000_000))).isEqualTo("a".repeat(8_189) + "...");
    }
}
