package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.store.DeadLetterRetention;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Moves of the time by centuries. */
class KitLongTimesTests {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    @AutoClose
    private final DelayQueueTestKit kit =
            DelayQueueTestKit.builder().startAt(START).build();

    private final List<Instant> times = new ArrayList<>();

    @Test
    void latestTaskThatCanBeAddedShouldRun() {
        kit.on("g", "t", String.class, (payload, task) -> times.add(kit.now()));
        kit.service().addTask(Task.of("g", "t").payload("last").at(LAST).build());
        assertThat(kit.advanceTo(LAST.minusMillis(1))).isZero();
        assertThat(kit.advance(Duration.ofMillis(1))).isOne();
        assertThat(times).containsExactly(LAST);
        assertThat(kit).finished(1).hasNoTasks();
    }

    @Test
    void tasksShouldRunAgainAfterATimeFarAwayWasCleared() {
        kit.on("g", "t", String.class, (payload, task) -> times.add(kit.now()));
        kit.advanceTo(LAST);
        kit.clear();
        assertThat(kit.now()).isEqualTo(START);
        kit.service()
                .addTask(Task.of("g", "t")
                        .payload("first")
                        .delay(Duration.ofDays(1))
                        .build());
        assertThat(kit.advance(Duration.ofDays(1))).isOne();
        assertThat(times).containsExactly(START.plus(Duration.ofDays(1)));
    }

    @Test
    void timeToRunAndBackOffShouldBeMeasuredAfterCenturies() {
        kit.on("g", "t", String.class, (payload, task) -> {
            times.add(kit.now());
            if (task.attempt() == 1) {
                kit.spend(Duration.ofHours(1));
            }
        });
        Instant far = Instant.parse("2262-04-11T23:46:00Z");
        kit.service()
                .addTask(Task.of("g", "t")
                        .payload("slow")
                        .at(far)
                        .ttr(Duration.ofMinutes(10))
                        .build());
        kit.advanceTo(far);
        assertThat(kit).failed(1).hasTask("g", "t").dueIn(Duration.ofSeconds(1));
        kit.advance(Duration.ofSeconds(1));
        assertThat(times).containsExactly(far, far.plus(Duration.ofMinutes(10)).plusSeconds(1));
    }

    @Test
    void deadLettersShouldBeRemovedHoweverFarTimeIsMovedAtOnce() {
        try (DelayQueueTestKit forgetful = DelayQueueTestKit.create(
                engine -> engine.deadLetterRetention(new DeadLetterRetention(Duration.ofDays(1), null)))) {
            forgetful.on("g", "t", String.class, (payload, task) -> {
                throw new RejectTaskException("no");
            });
            forgetful.service().addTask(Task.of("g", "t").payload("bad").build());
            forgetful.runDue();
            assertThat(forgetful).dead(1);
            // This overflows a long of nanoseconds.
            forgetful.advance(Duration.ofDays(400 * 365));
            assertThat(forgetful).hasNoTasks();
        }
    }

    @Test
    void timeThatNeverComesShouldBeRefusedBeforeAnythingMoves() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kit.advanceTo(LAST.plusMillis(1)))
                .withMessageContaining("9999");
        assertThatIllegalArgumentException().isThrownBy(() -> kit.advanceTo(Instant.MAX));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kit.advance(ChronoUnit.FOREVER.getDuration()))
                .withMessageContaining("9999");
        assertThat(kit.now()).isEqualTo(START);
        kit.advanceTo(LAST);
        assertThatIllegalArgumentException().isThrownBy(() -> kit.advance(Duration.ofMillis(1)));
        assertThat(kit.now()).isEqualTo(LAST);
    }

    @Test
    void callbackThatSpendsForEverShouldFail() {
        kit.on("g", "t", String.class, (payload, task) -> kit.spend(ChronoUnit.FOREVER.getDuration()));
        kit.service().addTask(Task.of("g", "t").payload("slow").build());
        kit.runDue();
        assertThat(kit).failed(1).hasTask("g", "t").withError(IllegalArgumentException.class);
        assertThat(kit.now()).isEqualTo(START);
    }

    @Test
    void startShouldBeATimeThatAStoreKnows() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DelayQueueTestKit.builder().startAt(LAST.plusMillis(1)))
                .withMessageContaining("9999");
        assertThatIllegalArgumentException().isThrownBy(() -> new KitAssembly(Instant.MAX));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KitAssembly(Instant.EPOCH.minusMillis(1)))
                .withMessageContaining("1970");
        assertThat(new KitAssembly(LAST).kit().now()).isEqualTo(LAST);
    }
}
