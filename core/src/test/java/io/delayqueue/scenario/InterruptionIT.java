package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator interrupts a task that runs in another instance. */
class InterruptionIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Queue<String> begun = new ConcurrentLinkedQueue<>();

    private final CompletableFuture<Void> work = new CompletableFuture<>();

    private final CountDownLatch end = new CountDownLatch(1);

    private DelayQueueEngine operator;

    private void start(int maxAttempts) {
        TopicOptions options = TopicOptions.builder()
                .concurrency(2)
                .maxAttempts(maxAttempts)
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                .build();
        engines.startSubscribed(engines.consuming((payload, context) -> call(context), options));
        operator = engines.build();
    }

    private void call(TaskContext context) throws InterruptedException {
        begun.add(context.id() + " " + context.attempt());
        if (context.attempt() > 1) {
            return;
        }
        if (context.id().equals("asynchronous")) {
            context.completeWith(work);
        } else if (context.id().equals("returns")) {
            try {
                end.await();
            } catch (InterruptedException e) {
                // It returns as if nothing had happened.
            }
        } else {
            end.await();
        }
    }

    private void run(String id) {
        operator.service().addTask(engines.builder().id(id).build());
        await().until(() -> begun.contains(id + " 1"));
    }

    private boolean interrupt(String id) {
        return operator.service().interruptTask(engines.group(), id);
    }

    private void assertFinishedBySecondAttempt(String id) {
        await().until(() -> engines.find(operator, id).isEmpty());
        assertThat(begun).containsExactly(id + " 1", id + " 2");
    }

    @Test
    void interruptedAttemptShouldFailAndTheNextFollow() {
        start(3);
        run("hangs");
        assertThat(interrupt("hangs")).isTrue();
        assertFinishedBySecondAttempt("hangs");
        assertThat(interrupt("hangs")).isFalse();
    }

    @Test
    void lastAttemptShouldMakeADeadLetterWithTheReason() {
        start(1);
        run("hangs");
        assertThat(interrupt("hangs")).isTrue();
        await().until(() -> dead("hangs"));
        TaskInfo dead = engines.find(operator, "hangs").orElseThrow();
        assertThat(dead.lastError().message()).isEqualTo("The callback was interrupted on request");
        assertThat(dead.lastError().rootCause()).isEqualTo(InterruptedException.class.getName());
    }

    private boolean dead(String id) {
        return engines.find(operator, id)
                .filter(task -> task.state() == TaskState.DEAD)
                .isPresent();
    }

    @Test
    void callbackThatReturnsWhenItIsInterruptedShouldHaveFailed() {
        start(3);
        run("returns");
        assertThat(interrupt("returns")).isTrue();
        assertFinishedBySecondAttempt("returns");
    }

    @Test
    void workOfAnAsynchronousCallbackShouldBeCancelled() {
        start(3);
        run("asynchronous");
        assertThat(interrupt("asynchronous")).isTrue();
        await().until(work::isCancelled);
        assertFinishedBySecondAttempt("asynchronous");
    }

    @Test
    void otherTaskShouldGoOn() {
        start(3);
        run("hangs");
        run("other");
        assertThat(interrupt("hangs")).isTrue();
        await().until(() -> engines.find(operator, "hangs").isEmpty());
        assertThat(engines.find(operator, "other").orElseThrow().state()).isEqualTo(TaskState.RESERVED);
        end.countDown();
        await().until(() -> engines.find(operator, "other").isEmpty());
        assertThat(begun).containsExactly("hangs 1", "other 1", "hangs 2");
    }
}
