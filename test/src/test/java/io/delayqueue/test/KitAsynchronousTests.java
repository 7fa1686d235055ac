package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskState;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Callbacks whose work goes on when they have returned. */
class KitAsynchronousTests extends WithKit {

    private final Map<String, CompletableFuture<Object>> works = new LinkedHashMap<>();

    private void open(String payload, TaskContext task) {
        CompletableFuture<Object> work = new CompletableFuture<>();
        works.put(payload + "#" + task.attempt(), work);
        task.completeWith(work);
    }

    private CompletableFuture<Object> work(String attempt) {
        return Objects.requireNonNull(works.get(attempt), attempt);
    }

    private TaskState state(String id) {
        return kit.service().findTask("g", id).orElseThrow().state();
    }

    @Test
    void attemptShouldBeOpenUntilTheTestEndsItsWork() {
        on("w", 1, this::open);
        add(task("w", "a"));
        add(task("w", "b"));
        assertThat(kit.advance(Duration.ofMinutes(10))).isEqualTo(1);
        assertThat(history()).containsExactly("a#1@0.0s RUNNING");
        assertThat(state("a")).isEqualTo(TaskState.RESERVED);
        assertThat(state("b")).as("without a slot").isEqualTo(TaskState.READY);
        work("a#1").complete("done");
        assertThat(outcomes()).as("before the time is moved").containsExactly(Outcome.RUNNING);
        assertThat(kit.runDue()).as("callbacks").isEqualTo(1);
        assertThat(history()).containsExactly("a#1@0.0s FINISHED", "b#1@600.0s RUNNING");
        work("b#1").complete("done");
        kit.runDue();
        assertThat(outcomes()).containsOnly(Outcome.FINISHED);
        assertThat(kit.queue().tasks()).isEmpty();
    }

    @Test
    void workThatHasEndedShouldEndTheAttemptAtOnce() {
        on("w", 1, (payload, task) -> task.completeWith(CompletableFuture.completedFuture("done")));
        add(task("w", "a"));
        add(task("w", "b"));
        kit.runDue();
        assertThat(history()).containsExactly("a#1@0.0s FINISHED", "b#1@0.0s FINISHED");
    }

    @Test
    void failureOfTheWorkShouldBeRetriedFromWhenItFails() {
        on("w", 1, this::open);
        add(task("w", "a"));
        kit.advance(Duration.ofSeconds(7));
        IOException failure = new IOException("no luck");
        work("a#1").completeExceptionally(failure);
        kit.runDue();
        assertThat(kit.deliveries().get(0).failure()).isSameAs(failure);
        kit.advance(Duration.ofMinutes(1));
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@8.0s RUNNING");
    }

    @Test
    void endOfTheTimeToRunShouldCancelTheWorkInVirtualTime() {
        on("w", 1, this::open);
        add(task("w", "a").ttr(Duration.ofSeconds(10)));
        kit.advance(Duration.ofMillis(9_999));
        assertThat(work("a#1")).isNotDone();
        kit.advance(Duration.ofMillis(1));
        assertThat(work("a#1")).isCancelled();
        kit.advance(Duration.ofSeconds(5));
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@11.0s RUNNING");
    }

    @Test
    void workThatIgnoresItsCancellationShouldBeAbandonedInVirtualTime() {
        CompletableFuture<Object> deaf = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean interrupt) {
                return false;
            }
        };
        on("w", 1, (payload, task) -> {
            if (task.attempt() == 1) {
                task.completeWith(deaf);
            }
        });
        add(task("w", "a").ttr(Duration.ofSeconds(10)));
        kit.advance(Duration.ofMinutes(1));
        deaf.complete("late");
        kit.runDue();
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@16.0s FINISHED");
    }

    @Test
    void callbackOfAnotherTaskShouldEndTheWorkThen() {
        on("w", 1, this::open);
        on("ends", 1, (payload, task) -> {
            work("a#1").complete("done");
            log("ended");
        });
        add(task("w", "a"));
        add(task("w", "b"));
        add(task("ends", "e").delay(Duration.ofSeconds(5)));
        kit.advance(Duration.ofMinutes(1));
        assertThat(history()).containsExactly("a#1@0.0s FINISHED", "e#1@5.0s FINISHED", "b#1@5.0s RUNNING");
        assertThat(log).containsExactly("ended@5.0s");
    }

    @Test
    void workShouldEndWhileAnotherCallbackSpendsTime() {
        on("w", 1, this::open);
        on("slow", 1, (payload, task) -> {
            kit.spend(Duration.ofSeconds(3));
            work("a#1").complete("done");
            kit.spend(Duration.ofSeconds(3));
            log("slow with b " + works.containsKey("b#1"));
        });
        add(task("w", "a"));
        add(task("w", "b"));
        add(task("slow", "s"));
        kit.advance(Duration.ofMinutes(1));
        assertThat(history()).containsExactly("a#1@0.0s FINISHED", "s#1@0.0s FINISHED", "b#1@3.0s RUNNING");
        assertThat(log).containsExactly("slow with b true@6.0s");
    }

    @Test
    void otherThreadShouldEndTheWork() throws InterruptedException {
        on("w", 1, this::open);
        add(task("w", "a"));
        kit.advance(Duration.ofSeconds(5));
        Thread other = new Thread(() -> work("a#1").complete("done"));
        other.start();
        other.join();
        kit.runDue();
        assertThat(outcomes()).containsExactly(Outcome.FINISHED);
    }

    @Test
    void removalShouldCancelTheWork() {
        on("w", 1, this::open);
        add(task("w", "a"));
        add(task("w", "b"));
        kit.runDue();
        kit.service().removeTask("g", "a");
        assertThat(work("a#1")).isCancelled();
        kit.runDue();
        assertThat(history()).containsExactly("a#1@0.0s LOST", "b#1@0.0s RUNNING");
    }

    @Test
    void callbackThatRemovesItsOwnTaskBeforeItReturnsItsWorkShouldNotHaveItCancelledInVirtualTime() {
        on("w", 1, (payload, task) -> {
            kit.service().removeTask("g", task.id());
            open(payload, task);
        });
        add(task("w", "a"));
        kit.advance(Duration.ofMinutes(1));
        assertThat(work("a#1")).isNotDone();
        assertThat(outcomes()).containsExactly(Outcome.RUNNING);
        work("a#1").complete("done");
        kit.runDue();
        assertThat(outcomes()).containsExactly(Outcome.LOST);
    }

    @Test
    void crashShouldLeaveTheTaskLeasedAndIgnoreTheResult() {
        on("w", 1, this::open);
        add(task("w", "a"));
        kit.runDue();
        CompletableFuture<Object> work = work("a#1");
        kit.crash();
        assertThat(work).as("as a callback that runs is interrupted").isCancelled();
        kit.advance(LEASE.minusMillis(1));
        assertThat(history()).containsExactly("a#1@0.0s LOST");
        kit.advance(Duration.ofSeconds(1));
        work("a#2").complete("done");
        kit.runDue();
        assertThat(history()).containsExactly("a#1@0.0s LOST", "a#2@30.0s FINISHED");
    }

    @Test
    void clearShouldForgetOpenAttempts() {
        on("w", 1, this::open);
        add(task("w", "a"));
        kit.runDue();
        CompletableFuture<Object> old = work("a#1");
        kit.clear();
        old.complete("late");
        add(task("w", "b"));
        kit.runDue();
        assertThat(history()).containsExactly("b#1@0.0s RUNNING");
        work("b#1").complete("done");
        kit.runDue();
        assertThat(history()).containsExactly("b#1@0.0s FINISHED");
    }

    @Test
    void closeShouldCancelTheWork() {
        on("w", 1, this::open);
        add(task("w", "a"));
        kit.runDue();
        kit.close();
        assertThat(work("a#1")).isCancelled();
    }

    @Test
    void closeShouldGiveBackATaskWhoseWorkEndsOnItsCancellation() {
        on(
                "w",
                1,
                (payload, task) -> task.completeWith(new CompletableFuture<Object>() {
                    @Override
                    public boolean cancel(boolean interrupt) {
                        return complete("as if nothing had happened");
                    }
                }));
        add(task("w", "a"));
        kit.runDue();
        kit.close();
        assertThat(kit.tasks()).singleElement().satisfies(task -> {
            assertThat(task.state()).isEqualTo(TaskState.READY);
            assertThat(task.attempts()).isOne();
        });
    }

    @Test
    void plansShouldBeAboutTheEndOfTheWork() {
        on("w", 1, this::open);
        kit.queue()
                .nextCallback("g", "w")
                .fails(new IOException("planned"))
                .takes(Duration.ofSeconds(20))
                .crashesAfter();
        add(task("w", "a"));
        kit.runDue();
        kit.advance(Duration.ofSeconds(1));
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@1.0s RUNNING");
        work("a#2").complete("done");
        kit.runDue();
        assertThat(kit.now()).isEqualTo(START.plusSeconds(21));
        add(task("w", "b"));
        kit.runDue();
        work("b#1").complete("done");
        kit.runDue();
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@1.0s FINISHED", "b#1@21.0s LOST");
    }

    @Test
    void manyAttemptsShouldBeOpenAtTheSameTime() {
        on("w", 1_000, this::open);
        for (int i = 0; i < 1_500; i++) {
            TaskBuilder task = Task.of("g", "w").id("i" + i).payload("i" + i);
            add(task);
        }
        assertThat(kit.runDue()).isEqualTo(1_000);
        Map.copyOf(works).values().forEach(work -> work.complete("done"));
        assertThat(kit.runDue()).isEqualTo(500);
        Map.copyOf(works).values().forEach(work -> work.complete("done"));
        kit.runDue();
        assertThat(outcomes()).hasSize(1_500).containsOnly(Outcome.FINISHED);
    }
}
