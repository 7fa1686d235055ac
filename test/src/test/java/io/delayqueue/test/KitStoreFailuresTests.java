package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delayqueue.AddResult;
import io.delayqueue.IfExists;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import io.delayqueue.test.faults.StoreCall;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KitStoreFailuresTests extends WithKit {

    @Test
    void addThatFailsShouldThrowAndAddNothing() {
        kit.nextStoreCall().fails();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> add(task("a")))
                .withMessageContaining("ADD");
        assertThat(kit.tasks()).isEmpty();
        add(task("a"));
        assertThat(kit.tasks()).hasSize(1);
    }

    @Test
    void addWhoseReplyIsLostShouldThrowAndHaveAdded() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall(StoreCall.ADD).losesReply();
        Task task = task("a").build();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> kit.service().addTask(task));
        kit.service().addTask(task);
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@0.0s");
    }

    /** Redis recognises retries within a call only; a retry by the caller is another call. */
    @Test
    void addThatReplacesShouldReplaceOnceMoreWhenItsCallerRepeatsIt() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall(StoreCall.ADD).losesReply();
        Task task = task("a").ifExists(IfExists.REPLACE).build();
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> kit.service().addTask(task));
        assertThat(kit.service().addTask(task).outcome()).isEqualTo(AddResult.Outcome.REPLACED);
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@0.0s");
    }

    @Test
    void asynchronousAddThatFailsShouldCompleteSo() {
        kit.nextStoreCall().fails();
        assertThat(kit.service().addTaskAsync(task("a").build())).isCompletedExceptionally();
    }

    @Test
    void addThatFailsInACallbackShouldFailItsAttempt() {
        on((payload, task) -> {
            if (payload.equals("a")) {
                add(task("b"));
            }
            log(payload);
        });
        add(task("a"));
        kit.nextStoreCall(StoreCall.ADD).fails();
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@1.0s", "b@1.0s");
    }

    /** The engine retries by itself after a known time. */
    @ParameterizedTest
    @EnumSource(names = {"PUSH", "RESERVE"})
    void taskShouldComeLateWhenTheEngineCannotGetIt(StoreCall call) {
        on((payload, task) -> log(payload));
        kit.nextStoreCall(call).fails(2);
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@0.3s");
        assertThat(history()).containsExactly("a#1@0.3s FINISHED");
    }

    @Test
    void taskShouldBeTakenBackWhenTheReplyThatBroughtItIsLost() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall(StoreCall.RESERVE).losesReply();
        kit.nextStoreCall(StoreCall.RECLAIM).fails();
        kit.nextStoreCall(StoreCall.PUSH).losesReply();
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        // The push and the reservation took effect; the lost reservation is requested again after 100 and 200 ms.
        assertThat(history()).containsExactly("a#1@0.3s FINISHED");
    }

    @Test
    void finishShouldBeRepeatedAndTheTaskNotRunTwice() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall(StoreCall.FINISH).fails().losesReply();
        add(task("a"));
        kit.runDue();
        assertThat(outcomes()).containsExactly(Outcome.RUNNING);
        kit.advance(Duration.ofMillis(100));
        assertThat(kit.tasks()).isEmpty();
        kit.advance(Duration.ofMillis(200));
        assertThat(outcomes()).containsExactly(Outcome.FINISHED);
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@0.0s");
    }

    @Test
    void outcomeThatCannotBeStoredForLongShouldStillKeepItsLease() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall(StoreCall.FINISH).fails(30);
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@0.0s");
        assertThat(outcomes()).containsExactly(Outcome.FINISHED);
    }

    @Test
    void retryShouldCountFromWhenItReachesTheStore() {
        on((payload, task) -> log(payload));
        kit.nextCallback("g", "t").fails(new IOException("no"));
        kit.nextStoreCall(StoreCall.RETRY).fails();
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@1.1s FINISHED");
    }

    @Test
    void retryWhoseReplyIsLostShouldHappenOnce() {
        on((payload, task) -> log(payload));
        kit.nextCallback("g", "t").fails(new IOException("no"));
        kit.nextStoreCall(StoreCall.RETRY).losesReply();
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@1.0s FINISHED");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void burialShouldReachTheStore(boolean repliesAreLost) {
        on((payload, task) -> log(payload));
        kit.nextCallback("g", "t").fails(new IOException("no"));
        if (repliesAreLost) {
            kit.nextStoreCall(StoreCall.BURY).losesReply();
        } else {
            kit.nextStoreCall(StoreCall.BURY).fails();
        }
        add(task("a").maxAttempts(1));
        kit.advance(Duration.ofHours(1));
        assertThat(history()).containsExactly("a#1@0.0s DEAD");
        assertThat(kit.tasks()).hasSize(1);
    }

    @Test
    void repeatShouldReachTheStoreOnce() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall(StoreCall.REPEAT).losesReply().fails();
        add(task("a").repeat(Repeat.fixedRate(Duration.ofHours(1))));
        kit.advance(Duration.ofHours(2));
        assertThat(log).containsExactly("a@0.0s", "a@3600.0s", "a@7200.0s");
        assertThat(outcomes()).containsOnly(Outcome.FINISHED);
    }

    @Test
    void leaseThatCannotBeRenewedShouldEndAndTheTaskRunAgain() {
        // From 10 s on, every 250 ms.
        kit.nextStoreCall(StoreCall.RENEW).fails(100);
        on("t", 2, (payload, task) -> {
            log("begins");
            if (task.attempt() == 1) {
                kit.spend(Duration.ofMinutes(1));
                log("lost " + task.isCancelled());
            }
        });
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("begins@0.0s", "begins@30.0s", "lost true@60.0s");
        assertThat(history()).containsExactly("a#1@0.0s LOST", "a#2@30.0s FINISHED");
    }

    @Test
    void removalWhoseReplyIsLostShouldInterruptTheCallback() {
        on((payload, task) -> {
            try {
                kit.spend(Duration.ofHours(1));
            } catch (InterruptedException e) {
                log("interrupted, cancelled " + task.isCancelled());
            }
        });
        kit.on("g", "remover", String.class, (id, task) -> {
            kit.nextStoreCall(StoreCall.REMOVE).losesReply();
            assertThatExceptionOfType(TaskStoreUnavailableException.class)
                    .isThrownBy(() -> kit.service().removeTask("g", id));
        });
        add(task("a"));
        kit.service()
                .addTask(Task.of("g", "remover")
                        .payload("a")
                        .delay(Duration.ofSeconds(30))
                        .build());
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("interrupted, cancelled true@30.0s");
    }

    @Test
    void whatIsSaidOfAKindOfCallShouldLeaveOthersAlone() {
        on((payload, task) -> log(payload));
        kit.nextStoreCall(StoreCall.BURY).fails();
        kit.nextStoreCall(StoreCall.REMOVE).fails();
        add(task("a"));
        kit.runDue();
        assertThat(log).containsExactly("a@0.0s");
        add(task("b").delay(Duration.ofHours(1)));
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> kit.service().removeTask("g", "b"));
        assertThat(kit.service().removeTask("g", "b").task()).isNotNull();
    }

    @Test
    void nextCallShouldNotBeOneTheEngineMakesToKeepLeases() {
        on((payload, task) -> {
            kit.nextStoreCall().fails();
            kit.spend(Duration.ofSeconds(25));
            task.isCancelled();
            log(payload);
        });
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(outcomes()).containsExactly(Outcome.FINISHED);
    }

    @Test
    void timesShouldBePositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kit.nextStoreCall().fails(0))
                .withMessage("times must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kit.nextCallback("g", "t").fails(0, new IOException()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kit.nextCallback("g", "t").takes(Duration.ofMillis(-1)));
    }
}
