package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DeadReason;
import io.delayqueue.TaskError;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskErrorsTests {

    @Test
    void failureShouldBeReadWithAllItsParts() {
        assertThat(
                        TaskErrors.read(
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
        assertThat(TaskErrors.read(null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"attempt\":\"5\",\"at\":5,\"type\":{},\"rootCause\":1,\"message\":[\"no\"],\"stack\":null,\"deadReason\":\"OTHER\",\"more\":1}",
                "{\"attempt\":5.5,\"at\":\"yesterday\"}"
            })
    void partThatIsMissingOrOfAnotherKindShouldBeLeftOut(String json) {
        assertThat(TaskErrors.read(json)).isEqualTo(new TaskError(null, null, null, null, null, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no luck", "", "{\"message\":", "\"no luck\"", "[1]", "null"})
    void textThatIsNoFailureShouldBeTheMessage(String text) {
        assertThat(TaskErrors.read(text)).isEqualTo(new TaskError(null, null, null, null, text, null, null));
    }
}
