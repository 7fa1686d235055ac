package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.DeadReason;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskMessage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches on Redis. */
class BatchesIT {

    private static final Duration HOUR = Duration.ofHours(1);

    private static final ExponentialBackoff AT_ONCE =
            new ExponentialBackoff(Duration.ofMillis(1), 1, Duration.ofMillis(1), 0);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    /** The ids and attempts of the tasks of each batch. */
    private final Queue<List<String>> batches = new ConcurrentLinkedQueue<>();

    private final CountDownLatch end = new CountDownLatch(1);

    private TopicOptions options(int size) {
        return TopicOptions.builder()
                .concurrency(1)
                .maxAttempts(3)
                .retryPolicy(AT_ONCE)
                .batch(new BatchOptions(size, 1, null))
                .build();
    }

    private Consumer<DelayQueueEngineBuilder> consuming(BatchCallback<Integer> callback, TopicOptions options) {
        return builder -> builder.callback(new TopicCallback(
                new TopicName(engines.group(), TestEngines.TOPIC),
                Integer.class,
                (BatchCallback<Integer>) (tasks, context) -> {
                    batches.add(tasks.stream().map(BatchesIT::words).toList());
                    callback.call(tasks, context);
                },
                options,
                "test"));
    }

    private static String words(TaskMessage<Integer> task) {
        return task.context().id() + " " + task.context().attempt();
    }

    private DelayQueueEngine start(BatchCallback<Integer> callback, TopicOptions options) {
        return engines.start(consuming(callback, options));
    }

    private TaskBuilder task(int number) {
        return engines.builder().id("t" + number).payload(number);
    }

    /** Makes tasks ready in one step. */
    private void addTogether(DelayQueueEngine engine, Task... others) {
        addTogether(engine, 4, others);
    }

    private void addTogether(DelayQueueEngine engine, int number, Task... others) {
        engines.topic(engine).pause();
        engine.service()
                .addTasks(Stream.concat(IntStream.range(0, number).mapToObj(i -> task(i).build()), Stream.of(others))
                        .toList());
        engines.topic(engine).resume();
    }

    private void awaitNothingLeft() {
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
    }

    private TaskInfo awaitDead(DelayQueueEngine engine, String id) {
        engines.awaitState(engine, id, TaskState.DEAD);
        return engines.find(engine, id).orElseThrow();
    }

    private TaskCounts counts(DelayQueueEngine engine) {
        return engines.topic(engine).count();
    }

    @Test
    void returnShouldFinishAllTasksOfABatch() {
        DelayQueueEngine engine = start((tasks, context) -> {}, options(500));
        addTogether(engine, 500);
        awaitNothingLeft();
        assertThat(batches).hasSize(1);
        assertThat(batches.element())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 500).mapToObj(i -> "t" + i + " 1").toList());
    }

    @Test
    void namedTasksShouldFailByTheirOwnPoliciesAndTheRestBeFinished() {
        DelayQueueEngine engine = start(
                (tasks, context) -> {
                    if (tasks.size() == 4) {
                        throw new BatchFailedException(Map.of(
                                1,
                                new IllegalStateException("one"),
                                2,
                                new RejectTaskException("two"),
                                3,
                                new RetryTaskException(HOUR, "three")));
                    }
                },
                options(10));
        addTogether(engine);
        TaskInfo dead = awaitDead(engine, "t2");
        assertThat(dead.lastError().message()).isEqualTo("two");
        assertThat(dead.lastError().deadReason()).isEqualTo(DeadReason.REJECTED);
        await().until(() -> batches.size() == 2);
        await().until(() -> engines.find(engine, "t1").isEmpty());
        assertThat(batches).containsExactly(List.of("t0 1", "t1 1", "t2 1", "t3 1"), List.of("t1 2"));
        assertThat(engines.find(engine, "t0")).isEmpty();
        assertThat(engines.find(engine, "t3").orElseThrow().state()).isEqualTo(TaskState.DELAYED);
    }

    @Test
    void anyOtherExceptionShouldFailAll() {
        DelayQueueEngine engine = start(
                (tasks, context) -> {
                    throw new IllegalStateException("all");
                },
                options(10));
        addTogether(engine, 2);
        for (String id : List.of("t0", "t1")) {
            TaskInfo dead = awaitDead(engine, id);
            assertThat(dead.attempts()).isEqualTo(3);
            assertThat(dead.lastError().message()).isEqualTo("all");
        }
    }

    static final List<ExponentialBackoff> BACKOFFS = List.of(
            AT_ONCE,
            ExponentialBackoff.fixed(Duration.ofMillis(20)),
            new ExponentialBackoff(Duration.ofMillis(5), 2, Duration.ofSeconds(1), 0.2));

    @ParameterizedTest
    @FieldSource("BACKOFFS")
    void taskThatFailsItsBatchesShouldDieAlone(ExponentialBackoff backoff) {
        Queue<String> done = new ConcurrentLinkedQueue<>();
        DelayQueueEngine engine = start(
                (tasks, context) -> {
                    if (tasks.stream().anyMatch(task -> task.payload() == 13)) {
                        throw new IllegalStateException("thirteen");
                    }
                    tasks.forEach(task -> done.add(task.context().id()));
                },
                TopicOptions.builder()
                        .concurrency(1)
                        .maxAttempts(5)
                        .retryPolicy(backoff)
                        .batch(new BatchOptions(100, 1, null))
                        .build());
        addTogether(engine, 100);
        TaskInfo dead = awaitDead(engine, "t13");
        await().until(() -> counts(engine).total() == counts(engine).dead());
        assertThat(dead.attempts()).isEqualTo(5);
        assertThat(counts(engine).dead()).isEqualTo(1);
        assertThat(done).hasSize(99).doesNotHaveDuplicates().doesNotContain("t13");
    }

    @Test
    void positionBeyondTheListShouldFailAll() {
        DelayQueueEngine engine = start(
                (tasks, context) -> {
                    throw new BatchFailedException(Map.of(2, new IllegalStateException("none")));
                },
                options(10));
        addTogether(engine, 2);
        assertThat(awaitDead(engine, "t0").lastError().message())
                .isEqualTo("position must be below 1, the size of the batch, but is 2")
                .isEqualTo(awaitDead(engine, "t1").lastError().message());
    }

    @Test
    void stopShouldFinishTheTasksBeforeAndGiveThoseBehindBackWithoutAnAttempt() {
        DelayQueueEngine engine = start(
                (tasks, context) -> {
                    if (tasks.size() == 4) {
                        throw BatchFailedException.stoppedAt(1, new RetryTaskException(HOUR, "one"));
                    }
                },
                options(10));
        addTogether(engine);
        await().until(() -> batches.size() == 2);
        await().until(() -> engines.find(engine, "t3").isEmpty());
        assertThat(batches).containsExactly(List.of("t0 1", "t1 1", "t2 1", "t3 1"), List.of("t2 1", "t3 1"));
        assertThat(engines.find(engine, "t0")).isEmpty();
        TaskInfo failed = engines.find(engine, "t1").orElseThrow();
        assertThat(failed.state()).isEqualTo(TaskState.DELAYED);
        assertThat(failed.attempts()).isEqualTo(1);
    }

    @Test
    void shortestTimeToRunShouldEndTheBatchAndFailAll() {
        DelayQueueEngine engine = start((tasks, context) -> end.await(), options(10));
        addTogether(engine, 1, task(7).ttr(Duration.ofSeconds(1)).maxAttempts(1).build());
        assertThat(awaitDead(engine, "t7").lastError().message())
                .isEqualTo("The callback did not end within its time to run and was interrupted");
        await().until(() -> batches.size() == 2);
        assertThat(batches).containsExactly(List.of("t0 1", "t7 1"), List.of("t0 2"));
        end.countDown();
        await().until(() -> engines.find(engine, "t0").isEmpty());
    }

    @Test
    void resultOfAsynchronousWorkShouldBeThatOfTheBatch() {
        CompletableFuture<Void> work = new CompletableFuture<>();
        DelayQueueEngine engine = start(
                (tasks, context) -> {
                    if (tasks.size() == 4) {
                        tasks.get(2).context().completeWith(work);
                    }
                },
                options(10));
        addTogether(engine);
        await().until(() -> TestEngines.status(engine).running() == 1 && batches.size() == 1);
        assertThat(counts(engine).reserved()).isEqualTo(4);
        work.completeExceptionally(new BatchFailedException(Map.of(3, new IllegalStateException("for the test"))));
        await().until(() -> batches.size() == 2);
        awaitNothingLeft();
        assertThat(batches).containsExactly(List.of("t0 1", "t1 1", "t2 1", "t3 1"), List.of("t3 2"));
    }

    @Test
    void tasksThatCannotBeReadOrFailTheirCheckShouldFailAlone() {
        DelayQueueEngine engine = start(
                new BatchCallback<>() {
                    @Override
                    public void check(Integer payload) {
                        if (payload < 0) {
                            throw new RejectTaskException("negative");
                        }
                    }

                    @Override
                    public void call(List<TaskMessage<Integer>> tasks, TaskContext context) {}
                },
                options(10));
        engines.topic(engine).pause();
        engine.service()
                .addTasks(List.of(
                        engines.builder().id("bad").payload("x").build(),
                        task(0).build(),
                        task(-1).id("negative").build(),
                        task(1).build()));
        engines.topic(engine).resume();
        assertThat(awaitDead(engine, "bad").lastError().deadReason()).isEqualTo(DeadReason.UNREADABLE);
        await().until(() -> engines.find(engine, "t1").isEmpty());
        assertThat(batches).hasSize(1);
    }

    @Test
    void repeatingTaskOfAnotherApplicationShouldBeADeadLetter() {
        DelayQueueEngine engine = start((tasks, context) -> {}, options(10));
        engines.add(engines.build(), task(1).repeat(Repeat.fixedRate(HOUR)));
        TaskInfo dead = awaitDead(engine, "t1");
        assertThat(dead.lastError().deadReason()).isEqualTo(DeadReason.UNREADABLE);
        assertThat(dead.lastError().message())
                .isEqualTo("The task repeats, but the callback of " + engines.group() + "/t takes batches");
        assertThat(batches).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void removalOfATaskShouldLeaveItsBatchAlone(int removed) {
        DelayQueueEngine engine = engines.startSubscribed(consuming(
                (tasks, context) -> {
                    await().until(() -> tasks.get(removed).context().isCancelled());
                    assertThat(tasks.get(2).context().isCancelled()).isFalse();
                    end.await();
                },
                options(10)));
        addTogether(engine, 3);
        await().until(() -> batches.size() == 1);
        engine.service().removeTask(engines.group(), "t" + removed);
        await().until(() -> counts(engine).reserved() == 2);
        end.countDown();
        awaitNothingLeft();
        assertThat(batches).hasSize(1);
    }

    @Test
    void interruptionOfATaskShouldFailAllOfItsBatch() {
        DelayQueueEngine engine = engines.startSubscribed(consuming(
                (tasks, context) -> end.await(),
                TopicOptions.builder()
                        .concurrency(1)
                        .maxAttempts(1)
                        .retryPolicy(AT_ONCE)
                        .batch(new BatchOptions(10, 1, null))
                        .build()));
        addTogether(engine, 2);
        await().until(() -> batches.size() == 1);
        assertThat(engine.service().interruptTask(engines.group(), "t1")).isTrue();
        for (String id : List.of("t0", "t1")) {
            assertThat(awaitDead(engine, id).lastError().message())
                    .isEqualTo("The callback was interrupted on request");
        }
    }

    @Test
    void concurrencyShouldCountBatchesAndNoTaskWaitForASlot() {
        DelayQueueEngine engine = start(
                (tasks, context) -> end.await(),
                TopicOptions.builder()
                        .concurrency(2)
                        .batch(new BatchOptions(3, 1, null))
                        .build());
        addTogether(engine, 20);
        await().until(() -> batches.size() == 2);
        await().until(() -> counts(engine).reserved() == 6);
        assertThat(TestEngines.status(engine).running()).isEqualTo(2);
        assertThat(TestEngines.status(engine).waiting()).isZero();
        assertThat(TestEngines.status(engine).unacknowledged()).isZero();
        end.countDown();
        awaitNothingLeft();
        assertThat(batches).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(3));
    }

    @Test
    void interceptorShouldSeeOneCallAndTheErrorHandlerEachFailedTask() {
        Queue<Object> payloads = new ConcurrentLinkedQueue<>();
        TaskErrorHandler handler = (context, payload, failure) -> {
            payloads.add(payload);
            if (payload.equals(2)) {
                throw new RejectTaskException("by the handler");
            }
        };
        DelayQueueEngine engine = engines.start(consuming(
                        (tasks, context) -> {
                            if (tasks.size() == 4) {
                                throw new IllegalStateException("all");
                            }
                        },
                        options(10))
                .andThen(builder -> builder.extend(extensions -> {
                    extensions.addInterceptor(handler.asInterceptor());
                    extensions.addInterceptor(invocation -> {
                        payloads.add(((List<?>) invocation.payload()).size());
                        invocation.proceed();
                    });
                })));
        addTogether(engine);
        assertThat(awaitDead(engine, "t2").lastError().message()).isEqualTo("by the handler");
        await().until(() -> engines.find(engine, "t3").isEmpty());
        assertThat(payloads).startsWith(4, 0, 1, 2, 3);
        assertThat(batches.stream().skip(1).flatMap(List::stream)).containsExactlyInAnyOrder("t0 2", "t1 2", "t3 2");
    }

    @Test
    void killShouldRedeliverTheWholeBatchAndNoTaskFinishTwice() throws IOException {
        DelayQueueEngine adding = engines.build();
        adding.register().registerTopic(engines.group(), TestEngines.TOPIC);
        addTogether(adding, 20);
        Process process = engines.killing(OtherJvm.start(
                KilledBatch.class, server.host(), server.port(), engines.group(), engines.group() + "-begun"));
        await().until(() -> server.client().llen(engines.group() + "-begun") == 2);
        process.destroyForcibly().onExit().join();
        List<String> begun = server.client().lrange(engines.group() + "-begun", 0, -1);
        assertThat(String.join(",", begun).split(",")).hasSize(20).doesNotHaveDuplicates();
        start((tasks, context) -> {}, options(7));
        awaitNothingLeft();
        assertThat(batches.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 20).mapToObj(i -> "t" + i + " 2").toList());
    }

    @Test
    void stopShouldGiveAllBackThatItInterrupts() {
        DelayQueueEngine engine = engines.start(consuming((tasks, context) -> end.await(), options(10))
                .andThen(TestEngines.settings(Duration.ofSeconds(30), Duration.ofMillis(1))));
        addTogether(engine);
        await().until(() -> batches.size() == 1);
        engine.close();
        DelayQueueEngine other = engines.build();
        assertThat(counts(other).ready()).isEqualTo(4);
        assertThat(counts(other).reserved()).isZero();
    }
}
