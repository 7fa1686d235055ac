package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.TaskState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Assertions on due times, and their messages, for tasks that have failed before. */
class KitDueTimesTests extends WithKit {

    private static final Duration HOUR = Duration.ofHours(1);

    private void failOnce() {
        kit.nextCallback("g", "t").fails(new IllegalStateException("no"));
        add(task("a").delay(HOUR));
        kit.advance(HOUR);
    }

    @Test
    void readyTaskShouldHaveBeenDueWhenItsBackOffEnded() {
        on((payload, task) -> log(payload));
        failOnce();
        kit.service().topic("g", "t").pause();
        kit.advance(Duration.ofSeconds(5));
        assertThat(kit)
                .hasTask("g", "t")
                .withState(TaskState.READY)
                .dueIn(Duration.ofSeconds(-4))
                .dueAt(START.plus(HOUR).plusSeconds(1));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertThat(kit).hasNoTasks())
                .withMessageContaining("READY g/t a, due 4s ago, attempts 1");
    }

    @Test
    void reservedTaskShouldHaveBeenDueWhenItsBackOffEnded() {
        on((payload, task) -> {
            kit.spend(Duration.ofSeconds(2));
            assertThat(kit).hasTask("g", "t").withState(TaskState.RESERVED).dueIn(Duration.ofSeconds(-2));
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertThat(kit).hasNoTasks())
                    .withMessageContaining("RESERVED g/t a, due 2s ago, leased until");
            log(payload);
        });
        failOnce();
        kit.advance(Duration.ofSeconds(10));
        assertThat(log).containsExactly("a@3603.0s");
    }

    @Test
    void deadLetterShouldNotBeDue() {
        on((payload, task) -> log(payload));
        kit.nextCallback("g", "t").fails(new IllegalStateException("no"));
        add(task("a").maxAttempts(1));
        kit.runDue();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertThat(kit).dead("g", "t").dueIn(Duration.ZERO))
                .withMessageContaining("DEAD g/t a, died now");
    }
}
