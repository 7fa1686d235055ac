package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.delayqueue.AddResult;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class KitOperationsTests extends WithKit {

    @Test
    void pausedTopicShouldWaitUntilItIsResumed() {
        on((payload, task) -> log(payload));
        kit.runDue();
        kit.service().topic("g", "t").pause();
        add(task("a").delay(Duration.ofHours(1)));
        assertThat(kit.advance(Duration.ofDays(1))).isZero();
        assertThat(kit.tasks()).singleElement().satisfies(task -> assertThat(task.state())
                .isEqualTo(TaskState.READY));
        kit.service().topic("g", "t").resume();
        assertThat(kit.runDue()).isOne();
        assertThat(log).containsExactly("a@86400.0s");
    }

    @Test
    void idThatIsUniqueForAnHourShouldRunOnceAnHour() {
        on((payload, task) -> log(payload));
        for (int i = 0; i < 7; i++) {
            add(task("a").throttle(Duration.ofHours(1)));
            kit.advance(Duration.ofMinutes(20));
        }
        assertThat(log).containsExactly("a@0.0s", "a@3600.0s", "a@7200.0s");
    }

    @Test
    void debouncedTaskShouldRunAfterTheLongestWaitAtTheLatest() {
        on((payload, task) -> log(payload));
        for (int i = 0; i < 6; i++) {
            add(task("a").payload("" + i).debounce(Duration.ofSeconds(15), Duration.ofSeconds(35)));
            kit.advance(Duration.ofSeconds(10));
        }
        kit.advance(Duration.ofMinutes(1));
        assertThat(log).containsExactly("3@35.0s", "5@65.0s");
    }

    @Test
    void callbackOfARemovedTaskShouldBeInterruptedAndItsOutcomeShouldNotCount() {
        List<Boolean> seen = new ArrayList<>();
        on((payload, task) -> {
            seen.add(task.isCancelled());
            try {
                kit.spend(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                log("interrupted");
                seen.add(task.isCancelled());
                throw e;
            }
        });
        kit.on("g", "canceller", String.class, (id, task) -> kit.service().removeTask("g", id));
        add(task("a"));
        kit.service()
                .addTask(Task.of("g", "canceller")
                        .payload("a")
                        .delay(Duration.ofSeconds(30))
                        .build());
        kit.advance(Duration.ofHours(1));
        assertThat(seen).containsExactly(false, true);
        assertThat(log).containsExactly("interrupted@30.0s");
        assertThat(outcomes()).containsExactly(Outcome.LOST, Outcome.FINISHED);
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void removalShouldFreeTheSlotOfACallbackThatIgnoresIt() {
        on("t", 1, (payload, task) -> {
            if (payload.equals("a")) {
                try {
                    kit.spend(Duration.ofHours(1));
                } catch (InterruptedException e) {
                    kit.spend(Duration.ofMinutes(1));
                }
            }
            log(payload);
        });
        kit.on("g", "canceller", String.class, (id, task) -> kit.service().removeTask("g", id));
        add(task("a"));
        kit.service()
                .addTask(Task.of("g", "canceller")
                        .payload("a")
                        .delay(Duration.ofSeconds(30))
                        .build());
        add(task("b").delay(Duration.ofSeconds(31)));
        kit.advance(Duration.ofHours(2));
        assertThat(log).containsExactly("b@35.0s", "a@90.0s");
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void rescheduleBetweenTwoAttemptsShouldLeaveTheOccurrence() {
        List<Instant> due = new ArrayList<>();
        List<Instant> occurrences = new ArrayList<>();
        on((payload, task) -> {
            due.add(task.dueAt());
            occurrences.add(task.occurrence());
            if (task.attempt() == 1) {
                throw new RetryTaskException(Duration.ofHours(2), "not yet");
            }
        });
        add(task("a"));
        kit.runDue();
        kit.advance(Duration.ofHours(1));
        kit.service().runTaskNow("g", "a");
        kit.runDue();
        assertThat(due).containsExactly(due.get(0), due.get(0).plus(Duration.ofHours(1)));
        assertThat(occurrences).containsExactly(due.get(0), due.get(0));
    }

    @Test
    void callbackThatRemovesItsOwnTaskShouldGoOn() {
        on((payload, task) -> {
            assertThat(kit.service().removeTask("g", task.id()).task()).isNotNull();
            assertThat(task.isCancelled()).isTrue();
            kit.spend(Duration.ofMinutes(1));
            log(payload);
        });
        add(task("a").repeat(Repeat.fixedRate(Duration.ofHours(1))));
        kit.advance(Duration.ofDays(1));
        assertThat(log).containsExactly("a@60.0s");
        assertThat(outcomes()).containsExactly(Outcome.LOST);
    }

    @Test
    void callbackWhoseTaskIsReplacedMeanwhileShouldGoOn() {
        on((payload, task) -> {
            kit.spend(Duration.ofMinutes(1));
            log(payload + " " + task.isCancelled());
        });
        kit.on(
                "g",
                "replacer",
                String.class,
                (id, task) ->
                        add(task("a").payload("b").delay(Duration.ofHours(1)).ifExists(IfExists.REPLACE)));
        add(task("a"));
        kit.service()
                .addTask(Task.of("g", "replacer")
                        .payload("a")
                        .delay(Duration.ofSeconds(30))
                        .build());
        kit.advance(Duration.ofHours(2));
        assertThat(log).containsExactly("a true@60.0s", "b false@3690.0s");
    }

    @Test
    void taskThatIsReplacedWhileItRunsShouldRunAgainAsTheOther() {
        on((payload, task) -> {
            log(payload);
            if (payload.equals("a")) {
                AddResult replaced = kit.service()
                        .addTask(Task.of("g", "t")
                                .id("a")
                                .payload("b")
                                .delay(Duration.ofHours(1))
                                .ifExists(IfExists.REPLACE)
                                .build());
                log(replaced.outcome() + " " + task.isCancelled());
            }
        });
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@0.0s", "REPLACED true@0.0s", "b@3600.0s");
        assertThat(outcomes()).containsExactly(Outcome.LOST, Outcome.FINISHED);
    }

    @Test
    void rescheduledTaskShouldRunAtItsNewTime() {
        on((payload, task) -> log(payload));
        add(task("a").delay(Duration.ofHours(1)));
        add(task("b").delay(Duration.ofHours(1)));
        kit.service().rescheduleTask("g", "a", Duration.ofHours(3));
        kit.service().runTaskNow("g", "b");
        kit.advance(Duration.ofDays(1));
        assertThat(log).containsExactly("b@0.0s", "a@10800.0s");
    }

    @Test
    void priorityShouldDecideAmongTasksThatAreDueTogether() {
        on((payload, task) -> log(payload));
        add(task("low").priority(Priority.LOW).delay(Duration.ofHours(1)));
        add(task("normal").delay(Duration.ofHours(1)));
        add(task("high").priority(Priority.HIGH).delay(Duration.ofHours(1)));
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("high@3600.0s", "normal@3600.0s", "low@3600.0s");
    }

    @Test
    void registerThatChangesShouldBeFollowed() {
        on((payload, task) -> log(payload));
        kit.runDue();
        kit.register().cancelTopic("g", "t");
        add(task("a"));
        assertThat(kit.advance(Duration.ofHours(1))).isZero();
        kit.register().registerTopic("g", "t");
        assertThat(kit.runDue()).isOne();
        assertThat(log).containsExactly("a@3600.0s");
    }

    @Test
    void asynchronousAddShouldBeDoneWhenItReturns() {
        on((payload, task) -> log(payload));
        CompletableFuture<Thread> thread = kit.service()
                .addTaskAsync(task("a").build())
                .thenCompose(added -> kit.service().addTaskAsync(task("b").build()))
                .thenApply(added -> Thread.currentThread());
        assertThat(thread).isCompletedWithValue(Thread.currentThread());
        assertThat(kit.runDue()).isEqualTo(2);
    }

    @Test
    void callbackShouldNotComeWhenTheEngineHasStarted() {
        on((payload, task) -> {});
        kit.runDue();
        assertThatIllegalStateException()
                .isThrownBy(() -> kit.on("g", "u", String.class, (payload, task) -> {}))
                .withMessageContaining("before the engine starts");
    }

    @Test
    void storeShouldHoldWhatItShouldAfterAllThat() {
        on((payload, task) -> log(payload));
        kit.nextCallback("g", "t").fails(new IllegalStateException("no")).crashes();
        add(task("a"));
        add(task("b").delay(Duration.ofDays(1)));
        kit.advance(Duration.ofSeconds(10));
        assertThat(kit.inspector().audit("g").findings()).isEmpty();
        assertThat(kit.inspector().storeTime("g")).isEqualTo(kit.now());
    }
}
