package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.TaskState;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.StaleTaskException;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class KitCrashTests extends WithKit {

    @Test
    void taskWhoseInstanceCrashesBeforeItsCallbackShouldComeAgainWhenTheLeaseEnds() {
        on((payload, task) -> log("run"));
        kit.nextCallback("g", "t").crashes();
        add(task("a"));
        kit.runDue();
        assertThat(log).isEmpty();
        assertThat(kit.tasks()).singleElement().satisfies(task -> {
            assertThat(task.state()).isEqualTo(TaskState.RESERVED);
            assertThat(task.stateUntil()).isEqualTo(START.plus(LEASE));
        });
        assertThat(kit.advance(LEASE.minusMillis(1))).isZero();
        assertThat(kit.advance(Duration.ofMillis(1))).isOne();
        assertThat(history()).containsExactly("a#1@0.0s LOST", "a#2@30.0s FINISHED");
        assertThat(log).containsExactly("run@30.0s");
    }

    @Test
    void taskWhoseInstanceCrashesAfterItsCallbackShouldRunTwice() {
        on((payload, task) -> log("run"));
        kit.nextCallback("g", "t").crashesAfter();
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("run@0.0s", "run@30.0s");
        assertThat(outcomes()).containsExactly(Outcome.LOST, Outcome.FINISHED);
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void crashShouldTakeAllCallbacksThatRunWithIt() {
        on("outer", 1, (payload, task) -> {
            log("outer begins");
            if (task.attempt() == 1) {
                kit.spend(Duration.ofMinutes(5));
                log("outer goes on");
            }
        });
        on("inner", 1, (payload, task) -> log("inner"));
        kit.nextCallback("g", "inner").crashes();
        add(task("outer", "o"));
        add(task("inner", "i").delay(Duration.ofSeconds(45)));
        kit.advance(Duration.ofHours(1));
        // The outer one's lease was renewed last after 40 s, the inner one's never.
        assertThat(history())
                .containsExactly("o#1@0.0s LOST", "i#1@45.0s LOST", "o#2@70.0s FINISHED", "i#2@75.0s FINISHED");
        assertThat(log).containsExactly("outer begins@0.0s", "outer begins@70.0s", "inner@75.0s");
    }

    @Test
    void crashBetweenStepsShouldLeaveOthersToGoOn() {
        on((payload, task) -> log(payload));
        add(task("a"));
        kit.crash();
        kit.crash();
        add(task("b"));
        assertThat(kit.runDue()).isEqualTo(2);
        assertThat(log).containsExactly("a@0.0s", "b@0.0s");
    }

    @Test
    void pulledTaskShouldBeReadyAgainWhenItsLeaseEndsAndItsHolderShouldHear() throws Exception {
        add(task("p", "a").delay(Duration.ofHours(1)));
        assertThat(pull()).isEmpty();
        kit.advance(Duration.ofHours(1));
        PulledTask first = pull().get(0);
        assertThat(first.leaseLeft()).isEqualTo(Duration.ofSeconds(30));
        kit.crash();
        kit.advance(Duration.ofSeconds(20));
        assertThat(first.leaseLeft()).isEqualTo(Duration.ofSeconds(10));
        first.touch();
        kit.advance(Duration.ofMillis(29_999));
        assertThat(pull()).isEmpty();
        kit.advance(Duration.ofMillis(1));
        PulledTask second = pull().get(0);
        assertThat(second.attempt()).isEqualTo(2);
        assertThatExceptionOfType(StaleTaskException.class).isThrownBy(first::finish);
        second.retry(Duration.ofDays(1), "later");
        kit.advance(Duration.ofDays(1));
        PulledTask third = pull().get(0);
        assertThat(third.attempt()).isEqualTo(3);
        third.finish();
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void dueTaskShouldBePulledWithoutAStepInBetween() throws Exception {
        add(task("p", "a"));
        assertThat(pull()).hasSize(1);
    }

    private List<PulledTask> pull() throws InterruptedException {
        kit.register().registerTopic("g", "p");
        return kit.puller().reserve("g", "p", PullOptions.DEFAULT, Duration.ofHours(1));
    }
}
