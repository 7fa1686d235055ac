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
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message reports what has not happened, or asks for what no call has asked for: the store alone decides a task's fate. */
class FalseMessageIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Queue<Integer> attempts = new ConcurrentLinkedQueue<>();

    private DelayQueueEngine start(int maxAttempts) {
        TopicOptions options = TopicOptions.builder()
                .concurrency(1)
                .maxAttempts(maxAttempts)
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                .build();
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
        String held = server.client().hget(engines.key("DELIVERIES"), context.id());
        String number = held.substring(0, held.indexOf(':'));
        String message = "removed:t:" + context.id() + ":" + number;
        CompletableFuture.runAsync(
                        () -> await().until(() -> {
                            server.client().publish(engines.key("WAKE:0"), message);
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
        await().until(() -> engines.find(engine, "interrupted").isEmpty());
        assertThat(attempts).containsExactly(1, 2);
    }

    @Test
    void failureShouldBeRetriedAndReported() {
        try (LogLines log = new LogLines(TaskEventLog.class)) {
            DelayQueueEngine engine = start(2);
            engine.service().addTask(engines.builder().id("a").build());
            await().until(() -> engines.find(engine, "a").isEmpty());
            assertThat(attempts).containsExactly(1, 2);
            engine.stop();
            assertThat(log.with("failed, and will be repeated")).hasSize(1);
        }
    }

    @Test
    void lastFailureShouldMakeADeadLetter() {
        DelayQueueEngine engine = start(1);
        engine.service().addTask(engines.builder().id("a").build());
        await().until(() ->
                engines.find(engine, "a").map(TaskInfo::state).stream().anyMatch(TaskState.DEAD::equals));
        assertThat(attempts).containsExactly(1);
    }

    private final CountDownLatch end = new CountDownLatch(1);

    /** The second message is true, and handled after the first. */
    @ParameterizedTest
    @CsvSource({
        "WAKE, interrupt:t:running:number, 1",
        "WAKE, removed:t:running:number, 2",
        "WAKE, replaced:t:running:number, 2",
        "WAKE, paused:t, 1",
        "WAKE, resigned, 1",
        "WAKE, 1, 1",
        "WAKE, interrupt:t, 1",
        "MONITOR, registry, 1"
    })
    void runningTaskShouldBeFinishedByAnAttemptThatNoMessageHasEnded(String channel, String message, int runs) {
        TopicOptions options = TopicOptions.builder()
                .concurrency(2)
                .maxAttempts(1)
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                .build();
        DelayQueueEngine engine = engines.startSubscribed(engines.consuming(
                (payload, context) -> {
                    if (context.id().equals("running")) {
                        attempts.add(context.attempt());
                    }
                    end.await();
                },
                options));
        engine.service()
                .addTasks(List.of(
                        engines.builder().id("running").build(),
                        engines.builder().id("other").build()));
        await().until(() -> Stream.of("running", "other").allMatch(id -> is(engine, id, TaskState.RESERVED))
                && attempts.size() == 1);

        String number =
                server.client().hget(engines.key("DELIVERIES"), "running").split(":")[0];
        server.client()
                .publish(
                        channel.equals("WAKE") ? engines.key("WAKE:0") : "MONITOR:CHANGED:0",
                        message.replace("number", number));
        await().until(() ->
                engine.service().interruptTask(engines.group(), "other") || is(engine, "other", TaskState.DEAD));
        await().until(() -> is(engine, "other", TaskState.DEAD));
        end.countDown();
        await().until(() -> is(engine, "running", TaskState.DEAD)
                || engines.find(engine, "running").isEmpty());
        assertThat(is(engine, "running", TaskState.DEAD)).isFalse();
        assertThat(attempts).hasSize(runs);
    }

    private boolean is(DelayQueueEngine engine, String id, TaskState state) {
        return engines.find(engine, id).filter(task -> task.state() == state).isPresent();
    }
}
