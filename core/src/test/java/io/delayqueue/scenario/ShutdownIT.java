package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One engine stops, another is there. Nothing waits for a lease: it is five minutes. */
class ShutdownIT {

    private static final Duration LEASE = Duration.ofMinutes(5);

    private static final Duration SHORT = Duration.ofMillis(300);

    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Ledger here = new Ledger();

    private final Ledger there = new Ledger();

    private final CountDownLatch block = engines.gate();

    private DelayQueueEngine start(TaskCallback<?> callback, Duration shutdownTimeout) {
        return engines.start(engines.consuming(callback, 1).andThen(TestEngines.settings(LEASE, shutdownTimeout)));
    }

    private DelayQueueEngine startAnother() {
        return start(there, LONG);
    }

    private Task add(DelayQueueEngine engine, String payload) {
        Task task = engines.builder().payload(payload).build();
        engine.service().addTask(task);
        return task;
    }

    private TaskInfo find(DelayQueueEngine engine, Task task) {
        return engines.find(engine, task.id()).orElse(null);
    }

    private void awaitNothingLeft() {
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
    }

    @Test
    void tasksThatHaveNotStartedAreGivenBackWhileACallbackRuns() {
        AtomicReference<DelayQueueEngine> started = new AtomicReference<>();
        CountDownLatch blocks = new CountDownLatch(1);
        DelayQueueEngine engine = start(
                (payload, context) -> {
                    here.call(payload, context);
                    if ("block".equals(payload)) {
                        await().until(() -> waiting(started.get()) > 0);
                        blocks.countDown();
                        block.await();
                    }
                },
                LONG);
        started.set(engine);
        prefetchMany(engine);
        List<Task> tasks =
                new ArrayList<>(List.of(engines.builder().payload("block").build()));
        for (int i = 0; i < 20; i++) {
            tasks.add(engines.builder().payload("wait").build());
        }
        engine.service().addTasks(tasks);
        await().until(() -> blocks.getCount() == 0);

        CompletableFuture<Void> stopping = CompletableFuture.runAsync(engine::stop, OwnThread::start);
        List<Task> waiting = tasks.subList(1, 21);
        await().untilAsserted(() -> assertThat(waiting).allSatisfy(task -> {
            assertThat(find(engine, task).state()).isEqualTo(TaskState.READY);
            assertThat(find(engine, task).attempts()).isZero();
        }));
        startAnother();
        await().until(() -> there.size() == 20);
        assertThat(stopping).isNotDone();
        block.countDown();
        assertThat(stopping).succeedsWithin(Duration.ofSeconds(10));

        waiting.forEach(task -> there.added(task.id()));
        there.assertEachRanOnce();
        assertThat(here.runsOf(tasks.get(0).id())).hasSize(1);
        assertThat(here.runs()).noneMatch(run -> there.runs().stream()
                .anyMatch(run2 -> run2.id().equals(run.id())));
        awaitNothingLeft();
    }

    private static int waiting(DelayQueueEngine engine) {
        return engine.status().groups().get(0).topics().get(0).waiting();
    }

    /** After quick callbacks an engine reserves more than it can run. */
    private void prefetchMany(DelayQueueEngine engine) {
        engine.service().addTasks(engines.tasks(200, Duration.ZERO));
        await().until(() -> here.size() == 200);
        awaitNothingLeft();
    }

    @Test
    void callbackThatIgnoresInterruptionIsLeftBehind() {
        DelayQueueEngine engine = start(
                (payload, context) -> {
                    here.call(payload, context);
                    while (block.getCount() > 0) {
                        try {
                            block.await();
                        } catch (InterruptedException e) {
                            // ignored, which is the point
                        }
                    }
                },
                SHORT);
        Task task = add(engine, "stubborn");
        await().until(() -> here.size() == 1);
        assertThat(CompletableFuture.runAsync(engine::stop, OwnThread::start)).succeedsWithin(SHORT.plusSeconds(5));
        assertThat(find(engine, task).state()).isEqualTo(TaskState.READY);
        startAnother();
        await().until(() -> there.size() == 1);
        assertThat(there.runs().get(0).attempt()).isEqualTo(2);
        awaitNothingLeft();
        // Its late end changes nothing.
        Task next = add(engine, "next");
        block.countDown();
        await().until(() -> find(engine, next) == null);
        awaitNothingLeft();
    }

    /** Callbacks that a stop interrupts, and their ends. */
    private enum Ending {
        ANSWERS,
        CATCHES,
        ASKS,
        ASYNCHRONOUS_AFTER_ITS_CANCELLATION,
        DEAF;

        void call(TaskContext context, CountDownLatch never) throws InterruptedException {
            switch (this) {
                case ANSWERS -> never.await();
                case CATCHES -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        // It returns as if nothing had happened.
                    }
                }
                case ASKS -> {
                    while (!Thread.interrupted()) {
                        Thread.onSpinWait();
                    }
                }
                case ASYNCHRONOUS_AFTER_ITS_CANCELLATION ->
                    context.completeWith(new CompletableFuture<Object>() {
                        @Override
                        public boolean cancel(boolean mayInterrupt) {
                            return complete("as if nothing had happened");
                        }
                    });
                case DEAF -> {
                    while (never.getCount() > 0) {
                        LockSupport.park();
                        Thread.interrupted();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void callbackThatEndsAfterItsInterruptionIsGivenBackAndCounted(Ending ending) {
        try (LogLines log = new LogLines(DelayQueueEngine.class)) {
            DelayQueueEngine engine = start(
                    (payload, context) -> {
                        here.call(payload, context);
                        ending.call(context, block);
                    },
                    SHORT);
            Task task = add(engine, "interrupted");
            await().until(() -> here.size() == 1);
            engine.stop();
            TaskInfo info = find(engine, task);
            assertThat(info.state()).isEqualTo(TaskState.READY);
            assertThat(info.lastError()).isNull();
            assertThat(log.with("callbacks interrupted and their tasks given back: 1"))
                    .hasSize(1);
            startAnother();
            await().until(() -> there.size() == 1);
            assertThat(there.runs().get(0).attempt()).isEqualTo(2);
            awaitNothingLeft();
        }
    }

    @Test
    void taskThatTheStoreDoesNotTakeBackIsNotCounted() {
        try (LogLines log = new LogLines(DelayQueueEngine.class)) {
            DelayQueueEngine engine = start(
                    (payload, context) -> {
                        here.call(payload, context);
                        try {
                            block.await();
                        } catch (InterruptedException e) {
                            server.client().del(engines.key("DELIVERIES"));
                        }
                    },
                    SHORT);
            add(engine, "lost");
            await().until(() -> here.size() == 1);
            engine.stop();
            assertThat(log.with("all tasks in progress have ended")).hasSize(1);
        }
    }

    @Test
    void stoppedEngineDeliversAgainWhenStarted() {
        DelayQueueEngine engine = start(here, LONG);
        for (int round = 0; round < 3; round++) {
            here.added(add(engine, "while it runs").id());
            await().until(() -> here.lost().isEmpty());
            engine.stop();
            assertThat(engine.isRunning()).isFalse();
            here.added(add(engine, "while it does not").id());
            engine.start();
            await().until(() -> here.lost().isEmpty());
        }
        here.assertEachRanOnce();
        awaitNothingLeft();
    }

    @Test
    void stopHandsPushingOver() {
        String pusher = engines.key("PUSHER");
        DelayQueueEngine engine = start(here, LONG);
        await().until(() -> engine.instance().equals(server.client().get(pusher)));
        engine.stop();
        assertThat(server.client().exists(pusher)).isFalse();

        engine.start();
        await().until(() -> engine.instance().equals(server.client().get(pusher)));
        DelayQueueEngine other = startAnother();
        engine.stop();
        assertThat(server.client().get(pusher)).isNotEqualTo(engine.instance());
        await().until(() -> other.instance().equals(server.client().get(pusher)));
        there.added(add(other, "pushed by the other").id());
        await().until(() -> there.lost().isEmpty());
        assertThat(here.size()).isZero();
    }

    @Test
    void stopIsBoundedThoughTheStoreIsGone() {
        List<String> groups =
                IntStream.range(0, 5).mapToObj(i -> engines.group() + i).toList();
        try (RedisServer mortal = RedisServer.start()) {
            Consumer<DelayQueueEngineBuilder> consuming =
                    builder -> groups.forEach(group -> builder.callback(TestEngines.topicCallback(
                            group,
                            (payload, context) -> {
                                here.call(payload, context);
                                block.await();
                            },
                            TopicOptions.DEFAULT)));
            DelayQueueEngine engine = engines.start(
                    TestEngines.impatientBackend(mortal), consuming.andThen(TestEngines.settings(LEASE, SHORT)));
            groups.forEach(group ->
                    engine.service().addTask(Task.of(group, TestEngines.TOPIC).build()));
            await().until(() -> here.size() == groups.size());
            mortal.kill();
            // Outcomes get five seconds to reach the store, once and not once a group.
            assertThat(CompletableFuture.runAsync(engine::stop, OwnThread::start))
                    .succeedsWithin(Duration.ofSeconds(15));
        }
    }
}
