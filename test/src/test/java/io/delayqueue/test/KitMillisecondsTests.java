package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Due times have the precision of milliseconds, and so has the kit's time. */
class KitMillisecondsTests {

    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    @Test
    void taskShouldBeDueAfterItsDelayWhateverPartOfAMillisecondTheStartHas() {
        try (DelayQueueTestKit kit = kit(START.plusNanos(123_456_789))) {
            assertThat(kit.now()).isEqualTo(START.plusMillis(123));
            kit.service().addTask(task());
            assertThat(kit.advance(Duration.ofMinutes(30))).isEqualTo(1);
        }
    }

    @Test
    void taskShouldNotBeEarlyAfterAMoveOfLessThanAMillisecond() {
        try (DelayQueueTestKit kit = kit(START)) {
            kit.advance(Duration.ofNanos(500));
            assertThat(kit.now()).isEqualTo(START.plusMillis(1));
            kit.service().addTask(task());
            assertThat(kit).hasTask("g", "t").dueIn(Duration.ofMinutes(30));
            kit.advanceTo(START.plus(Duration.ofMinutes(30)));
            assertThat(kit).delivered(0);
            kit.advanceTo(kit.now().plusNanos(1));
            assertThat(kit).delivered(1);
        }
    }

    @Test
    void timeThatACallbackSpendsShouldEndOnAMillisecond() {
        try (DelayQueueTestKit kit = kit(START)) {
            kit.nextCallback("g", "t").takes(Duration.ofNanos(1_500_000));
            kit.service().addTask(task());
            kit.advance(Duration.ofMinutes(30));
            assertThat(kit.now()).isEqualTo(START.plus(Duration.ofMinutes(30)).plusMillis(2));
        }
    }

    private static DelayQueueTestKit kit(Instant start) {
        return DelayQueueTestKit.builder()
                .startAt(start)
                .configure(engine -> engine.callback("g", "t", String.class, (payload, context) -> {}))
                .build();
    }

    private static Task task() {
        return Task.of("g", "t").delay(Duration.ofMinutes(30)).build();
    }
}
