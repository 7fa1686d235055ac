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
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A message reports the removal of a task that exists: the store alone decides the task's fate. */
class FalseMessageIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Queue<Integer> attempts = new ConcurrentLinkedQueue<>();

    private DelayQueueEngine start(int maxAttempts) {
        TopicOptions options = new TopicOptions(1, null, maxAttempts, ExponentialBackoff.fixed(Duration.ofMillis(1)));
        return engines.start(engines.consuming((payload, context) -> call(context), options));
    }

    private void call(TaskContext context) throws InterruptedException {
        attempts.add(context.attempt());
        if (context.attempt() == 1 && context.id().equals("interrupted")) {
            publish(context);
            new CountDownLatch(1).await();
        } else if (context.attempt() == 1) {
            publish(context);
            throw new IllegalStateException("the bank is away");
        }
    }

    /** On another thread: the message interrupts this one, which goes on waiting. */
    private void publish(TaskContext context) {
        String held = server.client().hget("{" + engines.group() + "}:DELIVERIES", context.id());
        String number = held.substring(0, held.indexOf(':'));
        String message = "removed:t:" + context.id() + ":" + number;
        CompletableFuture.runAsync(
                        () -> await().until(() -> {
                            server.client().publish("{" + engines.group() + "}:WAKE:0", message);
                            return context.isCancelled();
                        }),
                        OwnThread::start)
                .join();
    }

    /** Though it is the last attempt. */
    @Test
    void callbackThatIsInterruptedShouldRunAgain() {
        DelayQueueEngine engine = start(1);
        engine.service().addTask(engines.builder().id("interrupted").build());
        await().until(() ->
                engine.service().findTask(engines.group(), "interrupted").isEmpty());
        assertThat(attempts).containsExactly(1, 2);
    }

    @Test
    void failureShouldBeRetriedAndReported() {
        try (LogLines log = new LogLines(TaskEventLog.class)) {
            DelayQueueEngine engine = start(2);
            engine.service().addTask(engines.builder().id("a").build());
            await().until(() -> engine.service().findTask(engines.group(), "a").isEmpty());
            assertThat(attempts).containsExactly(1, 2);
            engine.stop();
            assertThat(log.with("failed, and will be repeated")).hasSize(1);
        }
    }

    @Test
    void lastFailureShouldMakeADeadLetter() {
        DelayQueueEngine engine = start(1);
        engine.service().addTask(engines.builder().id("a").build());
        await().until(() -> engine.service().findTask(engines.group(), "a").map(TaskInfo::state).stream()
                .anyMatch(TaskState.DEAD::equals));
        assertThat(attempts).containsExactly(1);
    }
}
