package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.testing.SetClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTimeTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SetClock clock = new SetClock(Instant.EPOCH);

    private final EngineTime time = EngineTime.moved(clock);

    @Test
    void timeThatIsMovedShouldMeasureWhatItWasMovedByInAnyCentury() {
        for (Instant start : List.of(Instant.EPOCH, Instant.parse("9990-01-01T00:00:00Z"))) {
            clock.set(start);
            long before = time.now();
            clock.set(start.plus(Duration.ofDays(36_500)).plusNanos(1));
            assertThat(time.now() - before).isEqualTo(Duration.ofDays(36_500).toNanos() + 1);
        }
    }

    @Test
    void runShouldBeCutAtTheEndOfItsTimeAndNotBefore() {
        List<String> interrupted = new ArrayList<>();
        TaskExecution task = new TaskExecution(
                new TopicName("g", "t"),
                new ReservedTask(new Delivery("t", "a", 1, "i", null), 1, 0, 0, 0, new byte[0]),
                0,
                time.now(),
                SECOND,
                time);
        Attempt run = task.attempt();
        run.begin(thread -> interrupted.add("now"));
        assertThat(run.untilInterruption(time.now())).isNull();
        run.limit(SECOND);
        assertThat(run.deadline()).isEqualTo(clock.instant().plus(SECOND));
        assertThat(run.untilInterruption(time.now())).isEqualTo(SECOND.toNanos());
        clock.set(clock.instant().plus(SECOND).minusNanos(1));
        assertThat(run.interruptIfTimedOut(time.now())).isFalse();
        clock.set(clock.instant().plusNanos(1));
        assertThat(run.interruptIfTimedOut(time.now())).isTrue();
        assertThat(interrupted).containsExactly("now");
        assertThat(run.untilInterruption(time.now())).isEqualTo(Attempt.GRACE);
        assertThat(task.storeNow()).isEqualTo(1_000);
        assertThat(run.tryEnd()).isTrue();
        assertThat(run.untilInterruption(time.now())).isNull();
    }

    /** The thread is held after each look at the time. */
    @Test
    void runShouldNotBeCutBeforeItsDeadlineHoweverLongAThreadIsHeld() {
        TaskExecution task = new TaskExecution(
                new TopicName("g", "t"),
                new ReservedTask(new Delivery("t", "a", 1, "i", null), 1, 0, 0, 0, new byte[0]),
                0,
                time.now(),
                SECOND,
                new EngineTime(
                        () -> {
                            long now = time.now();
                            clock.set(clock.instant().plusMillis(30));
                            return now;
                        },
                        clock,
                        false));
        Attempt run = task.attempt();
        run.begin(thread -> {});
        run.limit(SECOND);
        assertNotCutBefore(run.deadline(), run);
        run.touch();
        assertNotCutBefore(run.deadline(), run);
    }

    private void assertNotCutBefore(Instant deadline, Attempt run) {
        clock.set(deadline.minusNanos(1));
        assertThat(run.interruptIfTimedOut(time.now())).isFalse();
    }
}
