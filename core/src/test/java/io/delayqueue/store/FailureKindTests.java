package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureKindTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"attempt\":1,\"at\":\"x\",\"type\":\"a.B\",\"rootCause\":\"c.D\",\"message\":\"m\",\"stack\":\"s\"}",
                "{\"attempt\":1,\"at\":\"x\",\"type\":\"a.B\",\"rootCause\":\"c.D\",",
                "{\"rootCause\":\"c.D\",\"more\":{\"type\":\"no\"},\"type\":\"a.B\"}"
            })
    void failureOrItsBeginningShouldBeRead(String failure) {
        assertThat(FailureKind.of(failure)).isEqualTo(new FailureKind("a.B", "c.D", null));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "no luck",
                "[\"type\"]",
                "{",
                "{\"message\":\"m\",\"type\":\"a.B\",\"stack\":\"s\"}",
                "{\"type\":\"a.B"
            })
    void failureThatCannotBeReadShouldHaveNoType(String failure) {
        assertThat(FailureKind.of(failure)).isEqualTo(new FailureKind(null, null, null));
    }

    @Test
    void messageOfAFailureWithoutAStackShouldBeItsReason() {
        assertThat(FailureKind.of(
                        "{\"type\":\"a.B\",\"message\":\"the \\\"stack\\\": no\",\"deadReason\":\"REJECTED\"}"))
                .isEqualTo(new FailureKind("a.B", null, "the \"stack\": no"));
    }

    @Test
    void longNamesShouldBeCut() {
        assertThat(FailureKind.of("{\"type\":\"" + "x".repeat(500) + "\"}"))
                .isEqualTo(new FailureKind("x".repeat(197) + "...", null, null));
    }
}
