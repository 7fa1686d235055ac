package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.Task;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits of one thread and of one instant. */
class KitLimitsTests extends WithKit {

    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void hundredCallbacksShouldSpendTimeWithinOneAnother() {
        crowd(100);
        kit.advance(Duration.ofDays(1));
        assertThat(outcomes()).hasSize(100).containsOnly(Outcome.FINISHED);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void callbackThatSpendsTimeTooDeepShouldFailAndSayWhy() {
        crowd(400);
        kit.advance(Duration.ofMinutes(5));
        Stream<TestDelivery> failed = kit.deliveries().stream().filter(delivery -> delivery.failure() != null);
        assertThat(failed).isNotEmpty().allSatisfy(delivery -> assertThat(delivery.failure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("100 callbacks"));
        kit.clear();
        add(task("d", "after"));
        assertThat(kit.advance(LONG)).isOne();
    }

    private void crowd(int size) {
        kit.queue()
                .on(
                        "g",
                        "d",
                        String.class,
                        (payload, task) -> kit.spend(LONG),
                        TopicOptions.builder().concurrency(1000).maxAttempts(1).build());
        for (int i = 0; i < size; i++) {
            add(task("d", "n" + i).delay(Duration.ofSeconds(i)));
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void errorOfTheMachineInAStepShouldReachWhoMovesTheTime() {
        on("dig", 1, (payload, task) -> {
            if (payload.equals("deep")) {
                dig();
            }
        });
        on((payload, task) -> log(payload));
        add(task("dig", "deep"));
        add(task("a").delay(Duration.ofSeconds(1)));
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> kit.advance(LONG));
        assertThat(outcomes()).isNotEmpty().doesNotContain(Outcome.RETRIED, Outcome.FINISHED);
        assertThatThrownBy(() -> kit.advance(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("clear")
                .hasCauseInstanceOf(StackOverflowError.class);
        kit.clear();
        add(task("dig", "shallow"));
        add(task("b"));
        assertThat(kit.runDue()).isEqualTo(2);
        assertThat(outcomes()).containsExactly(Outcome.FINISHED, Outcome.FINISHED);
    }

    /** Spends time with an almost full stack. */
    private void dig() throws InterruptedException {
        try {
            dig();
        } catch (StackOverflowError e) {
            kit.spend(Duration.ofSeconds(1));
        }
    }

    @Test
    void callbacksOfSeveralCallsShouldNotAddUpToALoopWithoutEnd() {
        kit.loops().allowAtOnce(100);
        on((payload, task) -> {});
        for (int i = 0; i < 99; i++) {
            add(task("n" + i));
        }
        assertThat(kit.runDue()).isEqualTo(99);
        for (int i = 0; i < 3; i++) {
            add(task("one"));
            assertThat(kit.runDue()).isOne();
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void taskThatBeginsAnewAtOnceAndSpendsTimeShouldNotRunForEver() {
        on((payload, task) -> {
            kit.spend(Duration.ofSeconds(1));
            add(Task.of("g", "t"));
        });
        add(task("first"));
        assertThatThrownBy(() -> kit.advance(Duration.ofSeconds(10)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("where this move of the time was to end")
                .hasMessageContaining("g/t");
    }
}
