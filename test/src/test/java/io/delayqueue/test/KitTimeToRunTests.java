package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KitTimeToRunTests extends WithKit {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void callbackShouldBeInterruptedAtTheEndOfItsTime() {
        on((payload, task) -> {
            if (task.attempt() == 1) {
                try {
                    kit.spend(Duration.ofHours(1));
                } catch (InterruptedException e) {
                    log("interrupted");
                    throw e;
                }
            }
        });
        add(task("a").ttr(MINUTE));
        kit.advance(Duration.ofHours(2));
        assertThat(log).containsExactly("interrupted@60.0s");
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@61.0s FINISHED");
        assertThat(kit.deliveries().get(0).failure())
                .isInstanceOf(DelayQueueException.class)
                .hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void callbackThatTakesLongerThanItsTimeShouldBeInterrupted() {
        on((payload, task) -> log("work"));
        kit.nextCallback("g", "t").takes(MINUTE.plusMillis(1)).takes(MINUTE.minusMillis(1));
        add(task("a").ttr(MINUTE));
        kit.advance(Duration.ofHours(2));
        assertThat(log).containsExactly("work@0.0s", "work@61.0s");
        assertThat(outcomes()).containsExactly(Outcome.RETRIED, Outcome.FINISHED);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void touchShouldBeginTheTimeAnew() {
        List<Instant> deadlines = new ArrayList<>();
        on((payload, task) -> {
            for (int i = 0; i < 5; i++) {
                deadlines.add(task.deadline());
                kit.spend(Duration.ofSeconds(50));
                task.touch();
            }
        });
        add(task("a").ttr(MINUTE));
        kit.advance(Duration.ofHours(2));
        assertThat(outcomes()).containsExactly(Outcome.FINISHED);
        assertThat(deadlines)
                .startsWith(START.plusSeconds(60), START.plusSeconds(110))
                .hasSize(5);
    }

    @Test
    void callbackThatIgnoresItsInterruptionShouldBeGivenUp() {
        List<Boolean> voids = new ArrayList<>();
        on((payload, task) -> {
            if (task.attempt() == 1) {
                try {
                    kit.spend(Duration.ofHours(1));
                } catch (InterruptedException e) {
                    kit.spend(MINUTE);
                }
                voids.add(task.isCancelled());
                log("returned");
            }
        });
        add(task("a").ttr(MINUTE));
        kit.advance(Duration.ofHours(2));
        // Given up after five seconds; the next attempt ran while the first still did.
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@66.0s FINISHED");
        assertThat(log).containsExactly("returned@120.0s");
        assertThat(voids).containsExactly(true);
    }

    @Test
    void outerCallbackWhoseTimeEndsWhileAnotherRunsShouldFailAtItsEnd() {
        on("outer", 1, (payload, task) -> {
            if (task.attempt() == 1) {
                kit.spend(Duration.ofHours(1));
            }
            log("outer");
        });
        on("inner", 1, (payload, task) -> {
            kit.spend(Duration.ofMinutes(5));
            log("inner");
        });
        add(task("outer", "o").ttr(MINUTE));
        add(task("inner", "i").delay(Duration.ofSeconds(30)));
        kit.advance(Duration.ofHours(2));
        assertThat(history()).containsExactly("o#1@0.0s RETRIED", "i#1@30.0s FINISHED", "o#2@61.0s FINISHED");
        assertThat(log).containsExactly("outer@61.0s", "inner@330.0s");
    }

    @Test
    void leaseOfACallbackThatRunsShouldLastHoweverFarTimeMoves() {
        List<TaskInfo> seen = new ArrayList<>();
        on((payload, task) -> {
            kit.spend(Duration.ofDays(3));
            seen.addAll(kit.tasks());
        });
        add(task("a"));
        kit.advance(Duration.ofDays(4));
        assertThat(history()).containsExactly("a#1@0.0s FINISHED");
        assertThat(seen).singleElement().satisfies(task -> {
            assertThat(task.state()).isEqualTo(TaskState.RESERVED);
            assertThat(task.stateUntil()).isAfter(START.plus(Duration.ofDays(3)));
            assertThat(task.stateUntil())
                    .isBeforeOrEqualTo(START.plus(Duration.ofDays(3)).plus(LEASE));
        });
    }

    @Test
    void concurrencyShouldBeKeptInNestedRuns() {
        List<Integer> atOnce = new ArrayList<>();
        int[] running = {0};
        on("narrow", 2, (payload, task) -> {
            atOnce.add(++running[0]);
            kit.spend(MINUTE);
            running[0]--;
        });
        on("other", 1, (payload, task) -> log("other"));
        for (int i = 0; i < 6; i++) {
            add(task("narrow", "n" + i));
        }
        add(task("other", "o").delay(Duration.ofSeconds(30)));
        kit.advance(Duration.ofHours(1));
        assertThat(atOnce).hasSize(6).allMatch(count -> count <= 2).contains(2);
        assertThat(log).containsExactly("other@30.0s");
        assertThat(outcomes()).containsOnly(Outcome.FINISHED);
    }

    @Test
    void timeShouldBeWhereTheCallbackLeftItWhenItTookMoreThanWasAskedFor() {
        on((payload, task) -> kit.spend(Duration.ofHours(1)));
        add(task("a"));
        kit.runDue();
        assertThat(kit.now()).isEqualTo(START.plusSeconds(3_600));
        assertThat(outcomes()).containsExactly(Outcome.FINISHED);
    }

    @Test
    void contextShouldKnowTheTaskWhileItRuns() {
        List<TaskContext> contexts = new ArrayList<>();
        on((payload, task) -> contexts.add(task));
        add(task("a").headers(Map.of("k", "v")).delay(MINUTE));
        kit.advance(MINUTE);
        assertThat(contexts).singleElement().satisfies(context -> {
            assertThat(context.dueAt()).isEqualTo(START.plus(MINUTE));
            assertThat(context.headers()).containsEntry("k", "v");
            assertThat(context.deadline()).isNull();
        });
    }
}
