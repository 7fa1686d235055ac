package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DeadReason;
import io.delayqueue.TaskError;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTests {

    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

    private static class Broken extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Broken(String message, StackTraceElement... stack) {
            super(message);
            setStackTrace(stack);
        }
    }

    private static class Unspeakable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no");
        }
    }

    private static final String BROKEN = Broken.class.getName();

    @Test
    void failureShouldBeWrittenAsEver() {
        Broken failure = new Broken("say \"ä\"\n\u0001😀", new StackTraceElement("a.B", "c", "B.java", 7));
        assertThat(Failures.write(3, failure, AT, null, true))
                .isEqualTo("{\"attempt\":3,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"say \\\"ä\\\"\\n\\u0001😀\",\"stack\":\"" + BROKEN
                        + ": say \\\"ä\\\"\\n\\u0001😀\\n\\tat a.B.c(B.java:7)\\n\"}");
    }

    @Test
    void failureWithCausesShouldHaveTheTypeOfTheInnermost() {
        Throwable root = new Broken("root");
        assertThat(Failures.write(
                        1, new IllegalStateException("top", new IllegalStateException("middle", root)), AT, null, true))
                .startsWith(
                        "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"java.lang.IllegalStateException\","
                                + "\"rootCause\":\"" + BROKEN + "\",\"message\":\"top\",\"stack\":\"")
                .contains("\"stack\":\"" + BROKEN + ": root\\n", "Wrapped by: java.lang.IllegalStateException: top\\n");
    }

    @Test
    void failureWithoutMessageShouldNameNone() {
        assertThat(Failures.write(1, new Broken(null), Instant.EPOCH, null, true))
                .startsWith("{\"attempt\":1,\"at\":\"1970-01-01T00:00:00Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"null\",\"stack\":\"" + BROKEN);
    }

    @Test
    void longMessageShouldBeCutBetweenCharacters() {
        assertThat(Failures.write(1, new Broken("😀".repeat(2_500)), AT, null, true))
                .startsWith("{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"" + "😀".repeat(498) + "...\",\"stack\":\"" + BROKEN + ": 😀");
    }

    @Test
    void failureWhoseMessageCannotBeReadShouldBeNamed() {
        String message = "its message cannot be read: java.lang.IllegalStateException";
        assertThat(Failures.write(1, new Unspeakable(), AT, null, true))
                .startsWith(
                        "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + Unspeakable.class.getName()
                                + "\",\"message\":\"" + message + "\",\"stack\":\"" + Unspeakable.class.getName()
                                + ": " + message + "\\n\\tat ");
    }

    @Test
    void failureOfADeadLetterShouldEndWithTheReasonOfItsDeath() {
        assertThat(Failures.write(1, new Broken("no"), AT, DeadReason.ATTEMPTS_EXHAUSTED, true))
                .isEqualTo(Failures.write(1, new Broken("no"), AT, null, true)
                        .replaceFirst("}$", ",\"deadReason\":\"ATTEMPTS_EXHAUSTED\"}"));
    }

    @Test
    void reasonShouldHaveNoStack() {
        assertThat(Failures.write(2, new Broken("no such address"), AT, null, false))
                .isEqualTo("{\"attempt\":2,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"no such address\"}");
    }

    @Test
    void failureShouldBeReadWithAllItsParts() {
        assertThat(
                        Failures.error(
                                "{\"attempt\":5,\"at\":\"2026-01-02T03:04:05.678901Z\",\"type\":\"a.B\","
                                        + "\"rootCause\":\"d.E\",\"message\":\"no\\n\\\"luck\\\"\",\"stack\":\"a.B: no\\n\\tat c\",\"deadReason\":\"REJECTED\"}"))
                .isEqualTo(new TaskError(
                        5,
                        Instant.parse("2026-01-02T03:04:05.678901Z"),
                        "a.B",
                        "d.E",
                        "no\n\"luck\"",
                        "a.B: no\n\tat c",
                        DeadReason.REJECTED));
    }

    @Test
    void noFailureShouldBeNone() {
        assertThat(Failures.error(null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"attempt\":\"5\",\"at\":5,\"type\":{},\"rootCause\":1,\"message\":[\"no\"],\"stack\":null,\"deadReason\":\"OTHER\",\"more\":1}",
                "{\"attempt\":5.5,\"at\":\"yesterday\"}"
            })
    void partThatIsMissingOrOfAnotherKindShouldBeLeftOut(String json) {
        assertThat(Failures.error(json)).isEqualTo(new TaskError(null, null, null, null, null, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no luck", "", "{\"message\":", "\"no luck\"", "[1]", "null", "{}"})
    void textThatIsNoFailureShouldBeTheMessage(String text) {
        assertThat(Failures.error(text)).isEqualTo(new TaskError(null, null, null, null, text, null, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"attempt\":1,\"at\":\"x\",\"type\":\"a.B\",\"rootCause\":\"c.D\",\"message\":\"m\",\"stack\":\"s\"}",
                "{\"attempt\":1,\"at\":\"x\",\"type\":\"a.B\",\"rootCause\":\"c.D\",",
                "{\"rootCause\":\"c.D\",\"more\":{\"type\":\"no\"},\"type\":\"a.B\"}"
            })
    void failureOrItsBeginningShouldBeRead(String failure) {
        assertThat(Failures.kind(failure)).isEqualTo(Failures.kind("a.B", "c.D", null));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "no luck", "[\"type\"]", "{", "{\"type\":\"a.B"})
    void failureThatCannotBeReadShouldHaveNoType(String failure) {
        assertThat(Failures.kind(failure)).isEqualTo(Failures.kind(null, null, null));
    }

    @Test
    void messageOfAFailureWithoutAStackShouldBeItsReason() {
        assertThat(Failures.kind(
                        "{\"type\":\"a.B\",\"message\":\"the \\\"stack\\\": no\",\"deadReason\":\"REJECTED\"}"))
                .isEqualTo(Failures.kind("a.B", null, "the \"stack\": no"));
    }

    @Test
    void longNamesShouldBeCut() {
        assertThat(Failures.kind("{\"type\":\"" + "x".repeat(500) + "\"}"))
                .isEqualTo(Failures.kind("x".repeat(197) + "...", null, null));
    }
}
