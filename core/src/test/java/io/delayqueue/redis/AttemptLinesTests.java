package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.FailedAttempt;
import io.delayqueue.FailedAttempt.Outcome;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the lines of attempts, which scripts put together and instances of other versions read. */
class AttemptLinesTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"attempt\":3,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"a.B\",\"message\":\"say \\\"ä\\\"\",\"stack\":\"s\"}"
                        + "| \"outcome\":\"FAILED\",\"type\":\"a.B\",\"message\":\"say \\\"ä\\\"\",\"at\":1767323045678",
                "{\"attempt\":3,\"at\":\"2026-01-02T03:04:05Z\",\"type\":\"a.B\"}| \"outcome\":\"FAILED\",\"type\":\"a.B\",\"at\":1767323045000",
                "{\"at\":\"yesterday\",\"message\":\"m\"}| \"outcome\":\"FAILED\",\"message\":\"m\",\"at\":0",
                "{\"message\":\"\",\"later\":{\"a\":[1]},\"type\":null}| \"outcome\":\"FAILED\",\"message\":\"\",\"at\":0",
                "{\"at\":7,\"message\":7}| \"outcome\":\"FAILED\",\"at\":0",
                "{}| \"outcome\":\"FAILED\",\"at\":0",
                "[]| \"outcome\":\"FAILED\",\"at\":0",
                "null| \"outcome\":\"FAILED\",\"at\":0",
                "boom| \"outcome\":\"FAILED\",\"at\":0",
                "``| \"outcome\":\"FAILED\",\"at\":0"
            })
    void failureShouldBeSummedUpAsEver(String error, String fields) {
        assertThat(AttemptLines.fields(error)).isEqualTo(fields);
    }

    @Test
    void longTextShouldBeCutBetweenCharacters() {
        assertThat(AttemptLines.fields(
                        "{\"type\":\"" + "t".repeat(200) + "\",\"message\":\"" + "m".repeat(201) + "\"}"))
                .isEqualTo("\"outcome\":\"FAILED\",\"type\":\"" + "t".repeat(200) + "\",\"message\":\""
                        + "m".repeat(197) + "...\",\"at\":0");
        assertThat(AttemptLines.fields("{\"message\":\"" + "m".repeat(196) + "😀".repeat(9) + "\"}"))
                .isEqualTo("\"outcome\":\"FAILED\",\"message\":\"" + "m".repeat(196) + "...\",\"at\":0");
    }

    @Test
    void linesShouldBeReadAsEver() {
        Instant at = Instant.parse("2026-01-02T03:04:05.678Z");
        assertThat(AttemptLines.read(String.join(
                        "\n",
                        "the last failure",
                        "{\"attempt\":3,\"instance\":\"i\",\"outcome\":\"FAILED\",\"type\":\"a.B\",\"message\":\"m\",\"at\":1767323045678}",
                        "no line",
                        "null",
                        "",
                        "{\"attempt\":2,\"at\":1767323045678,\"instance\":\"i\",\"outcome\":\"LEASE_EXPIRED\"}",
                        "{\"attempt\":2,\"at\":1767323045678,\"instance\":\"i\",\"outcome\":\"LATER\"}",
                        "{\"attempt\":2}",
                        "{\"attempt\":1,\"outcome\":\"FAILED\",\"later\":{\"a\":[1]}}",
                        "[]")))
                .containsExactly(
                        new FailedAttempt(3, at, "i", Outcome.FAILED, "a.B", "m"),
                        new FailedAttempt(2, at, "i", Outcome.LEASE_EXPIRED, null, null),
                        new FailedAttempt(1, Instant.EPOCH, null, Outcome.FAILED, null, null));
    }
}
