package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.test.faults.StoreCall;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Failures of assertions show typing errors of a test. */
class TyposInTestsTests {

    @AutoClose
    private final DelayQueueTestKit kit = DelayQueueTestKit.builder()
            .startAt(Instant.parse("2026-01-01T00:00:00Z"))
            .build();

    @Test
    void plansThatWereNotUsedShouldBeListed() {
        kit.on("jobs", "assert", String.class, (payload, task) -> {});
        kit.nextCallback("jobs", "asert").fails(2, new IllegalStateException("no"));
        kit.nextCallback("jobs", "assert").takes(Duration.ofSeconds(1));
        kit.nextStoreCall(StoreCall.RETRY).fails();
        kit.nextStoreCall(StoreCall.FINISH).losesReply();
        kit.nextStoreCall().fails(2);
        assertThat(message()).endsWith("""
                Still planned:
                  2 calls of jobs/asert
                  1 call of jobs/assert
                  1 call of the store, FINISH
                  1 call of the store, RETRY
                  2 calls of the store""");
    }

    @Test
    void plansThatWereUsedOrClearedShouldNotBeListed() {
        kit.on("jobs", "assert", String.class, (payload, task) -> {});
        kit.nextCallback("jobs", "assert").fails(new IllegalStateException("no"));
        kit.nextStoreCall(StoreCall.FINISH).fails();
        add("assert", Duration.ZERO);
        kit.advance(Duration.ofMinutes(1));
        assertThat(message()).contains("has made 2 calls").doesNotContain("Still planned");
        kit.nextCallback("jobs", "asert").crashes();
        kit.nextStoreCall().fails();
        kit.clear();
        assertThat(message()).doesNotContain("Still planned");
    }

    @Test
    void taskThatIsDueAndHasNoCallbackShouldSaySo() {
        kit.on("jobs", "run", String.class, (payload, task) -> {});
        add("rum", Duration.ZERO);
        add("rum", Duration.ofDays(2));
        assertThat(message()).doesNotContain("no callback");
        kit.advance(Duration.ofDays(1));
        assertThat(message())
                .containsPattern("READY jobs/rum \\S+, due 1d ago, no callback receives it, payload \"x\"\n")
                .containsPattern("DELAYED jobs/rum \\S+, due in 1d, payload \"x\"\n");
    }

    @Test
    void taskOfAGroupWithoutAnyCallbackShouldSaySo() {
        add("rum", Duration.ZERO);
        kit.advance(Duration.ofDays(1));
        assertThat(message())
                .containsPattern("DELAYED jobs/rum \\S+, due 1d ago, no callback receives it, payload \"x\"\n");
    }

    @Test
    void taskThatWaitsForItsCallbackShouldNotSaySo() {
        kit.queue().on("jobs", "run", String.class, (payload, task) -> {}, TopicOptions.DEFAULT);
        kit.service().topic("jobs", "run").pause();
        add("run", Duration.ZERO);
        kit.advance(Duration.ofDays(1));
        assertThat(message()).contains("due 1d ago, payload");
    }

    private void add(String topic, Duration delay) {
        kit.service().addTask(Task.of("jobs", topic).payload("x").delay(delay).build());
    }

    private String message() {
        return catchThrowableOfType(AssertionError.class, () -> assertThat(kit).hasTasks(99))
                .getMessage();
    }
}
