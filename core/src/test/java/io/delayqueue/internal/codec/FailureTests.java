package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DeadReason;
import java.time.Instant;
import org.junit.jupiter.api.Test;

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
        assertThat(Failure.toJson(3, failure, AT))
                .isEqualTo("{\"attempt\":3,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"say \\\"ä\\\"\\n\\u0001😀\",\"stack\":\"" + BROKEN
                        + ": say \\\"ä\\\"\\n\\u0001😀\\n\\tat a.B.c(B.java:7)\\n\"}");
    }

    @Test
    void failureWithCausesShouldHaveTheTypeOfTheInnermost() {
        Throwable root = new Broken("root");
        assertThat(Failure.toJson(1, new IllegalStateException("top", new IllegalStateException("middle", root)), AT))
                .startsWith(
                        "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"java.lang.IllegalStateException\","
                                + "\"rootCause\":\"" + BROKEN + "\",\"message\":\"top\",\"stack\":\"")
                .contains("\"stack\":\"" + BROKEN + ": root\\n", "Wrapped by: java.lang.IllegalStateException: top\\n");
    }

    @Test
    void failureWithoutMessageShouldNameNone() {
        assertThat(Failure.toJson(1, new Broken(null), Instant.EPOCH))
                .startsWith("{\"attempt\":1,\"at\":\"1970-01-01T00:00:00Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"null\",\"stack\":\"" + BROKEN);
    }

    @Test
    void longMessageShouldBeCutBetweenCharacters() {
        assertThat(Failure.toJson(1, new Broken("😀".repeat(2_500)), AT))
                .startsWith("{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"" + "😀".repeat(498) + "...\",\"stack\":\"" + BROKEN + ": 😀");
    }

    @Test
    void failureWhoseMessageCannotBeReadShouldBeNamed() {
        String message = "its message cannot be read: java.lang.IllegalStateException";
        assertThat(Failure.toJson(1, new Unspeakable(), AT))
                .startsWith(
                        "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + Unspeakable.class.getName()
                                + "\",\"message\":\"" + message + "\",\"stack\":\"" + Unspeakable.class.getName()
                                + ": " + message + "\\n\\tat ");
    }

    @Test
    void failureOfADeadLetterShouldEndWithTheReasonOfItsDeath() {
        assertThat(Failure.toJson(1, new Broken("no"), AT, DeadReason.ATTEMPTS_EXHAUSTED))
                .isEqualTo(Failure.toJson(1, new Broken("no"), AT)
                        .replaceFirst("}$", ",\"deadReason\":\"ATTEMPTS_EXHAUSTED\"}"));
    }

    @Test
    void reasonShouldHaveNoStack() {
        assertThat(Failure.reasonToJson(2, new Broken("no such address"), AT, null))
                .isEqualTo("{\"attempt\":2,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"no such address\"}");
    }
}
