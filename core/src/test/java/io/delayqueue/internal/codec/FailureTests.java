package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

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
        String nl = System.lineSeparator().replace("\r", "\\r").replace("\n", "\\n");
        assertThat(Failure.toJson(3, failure, AT))
                .isEqualTo("{\"attempt\":3,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"say \\\"ä\\\"\\n\\u0001😀\",\"stack\":\"" + BROKEN
                        + ": say \\\"ä\\\"\\n\\u0001😀" + nl + "\\tat a.B.c(B.java:7)" + nl + "\"}");
    }

    @Test
    void failureWithoutMessageShouldNameNone() {
        assertThat(Failure.toJson(1, new Broken(null), Instant.EPOCH))
                .startsWith("{\"attempt\":1,\"at\":\"1970-01-01T00:00:00Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"null\",\"stack\":\"" + BROKEN);
    }

    @Test
    void longMessageAndStackShouldBeCut() {
        assertThat(Failure.toJson(1, new Broken("m".repeat(5_000)), AT))
                .isEqualTo("{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + BROKEN
                        + "\",\"message\":\"" + "m".repeat(1_000) + "...\",\"stack\":\"" + BROKEN + ": "
                        + "m".repeat(4_000 - BROKEN.length() - 2) + "...\"}");
    }

    @Test
    void failureThatCannotBeAskedShouldBeWrittenWithoutItsStack() {
        assertThat(Failure.toJson(1, new Unspeakable(), AT))
                .isEqualTo(
                        "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05.678Z\",\"type\":\"" + Unspeakable.class.getName()
                                + "\",\"message\":\"its message cannot be read: java.lang.IllegalStateException\"}");
    }
}
