package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.FailedAttempt;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What docs/getting-started.md shows of a task that has failed five times. */
class DeadLetterTests {

    @Test
    void deadLetterShouldHaveWhatThePageShows() {
        try (DelayQueueTestKit kit = DelayQueueTestKit.builder()
                .configure(engine -> engine.callback("orders", "cancel-unpaid", CancelOrder.class, (order, context) -> {
                    throw new IllegalStateException("no luck with attempt " + context.attempt());
                }))
                .build()) {
            kit.service()
                    .addTask(Task.of("orders", "cancel-unpaid")
                            .payload(new CancelOrder(42))
                            .id("cancel-42")
                            .delay(Duration.ofMinutes(30))
                            .build());
            kit.advance(Duration.ofHours(1));
            show(kit.service());
            TaskInfo dead = kit.service().findTask("orders", "cancel-42").orElseThrow();
            assertThat(dead.state()).isEqualTo(TaskState.DEAD);
            assertThat(dead.attempts()).isEqualTo(5);
            assertThat(dead.payload()).isNotNull();
            assertThat(dead.lastError()).isNotNull();
            assertThat(dead.lastError().message()).isEqualTo("no luck with attempt 5");
            assertThat(dead.failedAttempts()).extracting(FailedAttempt::attempt).containsExactly(5, 4, 3, 2, 1);
        }
    }

    private static void show(DelayQueueService delayQueueService) {
        delayQueueService.findTask("orders", "cancel-42").ifPresent(task -> {
            task.state(); // DEAD
            task.attempts(); // 5
            task.lastError(); // of the fifth: attempt, at, type, rootCause, message, stack, deadReason
            task.failedAttempts(); // the five of them, the newest first
        });
    }
}
