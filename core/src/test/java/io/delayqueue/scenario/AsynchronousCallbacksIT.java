package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callbacks that return before their work ends. */
class AsynchronousCallbacksIT {

    private static final Duration LEASE = Duration.ofSeconds(5);

    private static final Duration LONG = Duration.ofMinutes(5);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    /** The work of those that have begun, the last attempt of each. */
    private final Map<String, CompletableFuture<Object>> works = new ConcurrentHashMap<>();

    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    private void call(Object payload, TaskContext context) {
        ledger.call(payload, context);
        CompletableFuture<Object> work = new CompletableFuture<>();
        context.completeWith(work);
        works.put(context.id(), work);
    }

    private DelayQueueEngine start(TopicOptions options) {
        return start(options, builder -> {});
    }

    private DelayQueueEngine start(TopicOptions options, Consumer<DelayQueueEngineBuilder> more) {
        return engines.startSubscribed(engines.consuming(this::call, options).andThen(more));
    }

    private static TopicOptions attempts(int number) {
        return TopicOptions.builder()
                .concurrency(1)
                .maxAttempts(number)
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                .build();
    }

    private Task add(DelayQueueEngine engine, String id) {
        Task task = engines.builder().id(id).payload(id).build();
        engine.service().addTask(task);
        return task;
    }

    private CompletableFuture<Object> begun(DelayQueueEngine engine, String id) {
        add(engine, id);
        await().until(() -> works.containsKey(id));
        return works.get(id);
    }

    private TaskInfo find(DelayQueueEngine engine, String id) {
        return engines.find(engine, id).orElse(null);
    }

    private static void awaitIdle(DelayQueueEngine engine) {
        await().until(() -> TestEngines.status(engine).running() == 0
                && TestEngines.status(engine).unacknowledged() == 0);
    }

    @Test
    void hundredAttemptsShouldHoldTheirSlotsAndNoThread() {
        ThreadPoolExecutor two = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
        engines.closing(two::shutdownNow);
        DelayQueueEngine engine = start(
                TopicOptions.builder().concurrency(100).maxAttempts(1).build(),
                builder -> builder.callbackExecutor(two));
        IntStream.range(0, 101).forEach(i -> add(engine, "a" + i));
        await().until(() -> works.size() == 100 && two.getActiveCount() == 0);
        assertThat(TestEngines.status(engine).running()).isEqualTo(100);
        assertThat(ledger.size()).as("begun").isEqualTo(100);
        works.values().iterator().next().complete(null);
        await().until(() -> works.size() == 101);
        works.values().forEach(work -> work.complete(null));
        awaitIdle(engine);
        assertThat(ledger.size()).isEqualTo(101);
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void leaseShouldBeRenewedUntilTheWorkEnds() {
        Consumer<DelayQueueEngineBuilder> lease = TestEngines.settings(LEASE, Duration.ofSeconds(5));
        DelayQueueEngine engine = start(attempts(3), lease);
        CompletableFuture<Object> work = begun(engine, "a");
        DelayQueueEngine other = start(attempts(3), lease);
        Instant leased = find(other, "a").stateUntil();
        await().until(() -> find(other, "a").stateUntil().isAfter(leased.plus(LEASE)));
        assertThat(find(other, "a").state()).isEqualTo(TaskState.RESERVED);
        work.complete(null);
        await().until(() -> find(engine, "a") == null);
        assertThat(ledger.size()).isEqualTo(1);
    }

    /** It has no thread by which it could be recognised. */
    @Test
    void workThatRemovesItsOwnTaskShouldBeCancelled() {
        DelayQueueEngine engine = start(attempts(3));
        CompletableFuture<Object> work = begun(engine, "a");
        CompletableFuture<Void> removal =
                CompletableFuture.runAsync(() -> engine.service().removeTask(engines.group(), "a"), OwnThread::start);
        await().until(work::isCancelled);
        assertThat(removal).succeedsWithin(Duration.ofSeconds(20));
        awaitIdle(engine);
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void cancellationShouldNotReachTheSourceOfAStage() {
        CompletableFuture<Object> source = new CompletableFuture<>();
        DelayQueueEngine engine = engines.startSubscribed(engines.consuming(
                (payload, context) -> context.completeWith(
                        payload.equals("a") ? source.thenApply(done -> done) : source.minimalCompletionStage()),
                TopicOptions.builder().concurrency(2).maxAttempts(1).build()));
        for (String id : List.of("a", "b")) {
            add(engine, id);
            await().until(() -> find(engine, id).state() == TaskState.RESERVED);
            engine.service().removeTask(engines.group(), id);
        }
        awaitIdle(engine);
        assertThat(source).isNotDone();
    }

    @Test
    void stopShouldWaitForTheWork() {
        DelayQueueEngine engine = start(attempts(3), TestEngines.settings(LONG, Duration.ofSeconds(30)));
        CompletableFuture<Object> work = begun(engine, "a");
        CompletableFuture<Void> stop = CompletableFuture.runAsync(engine::stop, OwnThread::start);
        await().pollDelay(Duration.ofMillis(500)).until(() -> !stop.isDone());
        assertThat(work).isNotDone();
        work.complete(null);
        assertThat(stop).succeedsWithin(Duration.ofSeconds(20));
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void stopShouldCancelWorkThatDoesNotEndAndGiveItsTaskBack() {
        DelayQueueEngine engine = start(attempts(3), TestEngines.settings(LONG, Duration.ofMillis(300)));
        CompletableFuture<Object> work = begun(engine, "a");
        engine.stop();
        assertThat(work).isCancelled();
        DelayQueueEngine other = start(attempts(3), TestEngines.settings(LONG, Duration.ofSeconds(5)));
        await().until(() -> works.get("a") != work);
        works.get("a").complete(null);
        awaitIdle(other);
    }

    @Test
    void workThatHasEndedShouldEndTheAttemptOnTheCallbacksThread() {
        DelayQueueEngine engine = engines.start(engines.consuming(
                        (payload, context) -> {
                            context.completeWith(
                                    payload.equals("bad")
                                            ? CompletableFuture.failedFuture(new RejectTaskException("never", null))
                                            : CompletableFuture.completedFuture("ok"));
                        },
                        attempts(1))
                .andThen(builder -> builder.extend(extensions -> extensions.addInterceptor(invocation -> {
                    Thread thread = Thread.currentThread();
                    invocation.interceptEnd(end -> {
                        events.add("end on the same thread: " + thread.equals(Thread.currentThread()));
                        end.proceed();
                    });
                    try {
                        invocation.proceed();
                        events.add("good");
                    } catch (RejectTaskException e) {
                        events.add("bad");
                        throw e;
                    }
                }))));
        add(engine, "good");
        await().until(() -> find(engine, "good") == null);
        add(engine, "bad");
        await().until(() -> find(engine, "bad").state() == TaskState.DEAD);
        assertThat(events)
                .containsExactly("good", "end on the same thread: true", "bad", "end on the same thread: true");
    }

    private TaskInterceptor named(String name) {
        return invocation -> {
            invocation.interceptEnd(end -> proceed(name + " end", end));
            proceed(name, invocation);
        };
    }

    private void proceed(String name, TaskInvocation invocation) throws Exception {
        events.add(name + " before " + invocation.payload());
        try {
            invocation.proceed();
            events.add(name + " after");
        } catch (Throwable e) {
            events.add(name + " caught " + e.getMessage() + " on "
                    + Thread.currentThread().getName().replaceAll("[0-9]+", "N"));
            throw e;
        }
    }

    @Test
    void endShouldPassTheInterceptorsOnAThreadForCallbacks() {
        TaskErrorHandler handler = (context, payload, failure) -> {
            events.add("handler of " + payload + ": " + failure.getMessage());
            throw new RejectTaskException("never", failure);
        };
        DelayQueueEngine engine =
                start(attempts(3), builder -> builder.extend(extensions -> extensions.addInterceptor(named("outer")))
                        .extend(extensions -> extensions.addInterceptor(handler.asInterceptor()))
                        .extend(extensions -> extensions.addInterceptor(TaskInvocationsProceed.INSTANCE))
                        .extend(extensions -> extensions.addInterceptor(named("inner"))));
        begun(engine, "a").completeExceptionally(new IOException("no luck"));
        await().until(() -> find(engine, "a").state() == TaskState.DEAD);
        assertThat(events)
                .containsExactly(
                        "outer before a",
                        "inner before a",
                        "inner after",
                        "outer after",
                        "outer end before a",
                        "inner end before a",
                        "inner end caught no luck on delayqueue-callback-N",
                        "handler of a: no luck",
                        "outer end caught never on delayqueue-callback-N");
    }

    @Test
    void endOfACallbackThatIsNotAsynchronousShouldPassThemToo() {
        TaskErrorHandler handler = (context, payload, failure) -> {
            throw new RejectTaskException("never", failure);
        };
        DelayQueueEngine engine = engines.start(engines.consuming(
                        (payload, context) -> {
                            throw new IOException("no luck");
                        },
                        attempts(3))
                .andThen(builder -> builder.extend(extensions -> extensions.addInterceptor(named("outer")))
                        .extend(extensions -> extensions.addInterceptor(handler.asInterceptor()))
                        .extend(extensions -> extensions.addInterceptor(named("inner")))));
        add(engine, "a");
        await().until(() -> find(engine, "a").state() == TaskState.DEAD);
        assertThat(events)
                .containsExactly(
                        "outer before a",
                        "inner before a",
                        "inner caught no luck on delayqueue-callback-N",
                        "inner end before a",
                        "inner end caught no luck on delayqueue-callback-N",
                        "outer caught never on delayqueue-callback-N",
                        "outer end before a",
                        "outer end caught never on delayqueue-callback-N");
    }

    /** Does not know of asynchronous callbacks. */
    private enum TaskInvocationsProceed implements TaskInterceptor {
        INSTANCE;

        @Override
        public void intercept(TaskInvocation invocation) throws Exception {
            invocation.proceed();
        }
    }

    /** The thread that completes the work is the application's. */
    @Test
    void whoCompletesTheWorkShouldNotWaitForInterceptorsNorSeeWhatTheyThrow() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        DelayQueueEngine engine = start(
                attempts(1),
                builder -> builder.extend(extensions -> extensions.addInterceptor(invocation -> {
                    invocation.proceed();
                    invocation.interceptEnd(end -> {
                        gate.get(20, TimeUnit.SECONDS);
                        throw new AssertionError("for the test");
                    });
                })));
        CompletableFuture<Object> work = begun(engine, "a");
        assertThat(work.complete(null)).isTrue();
        assertThat(work.complete("twice")).isFalse();
        assertThat(find(engine, "a").state()).isEqualTo(TaskState.RESERVED);
        gate.complete(null);
        await().until(() -> find(engine, "a").state() == TaskState.DEAD);
    }

    /** An end must not wait for a thread that the application's executor does not give. */
    @Test
    void endShouldNotNeedTheExecutor() {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        engines.closing(executor::shutdownNow);
        DelayQueueEngine engine = start(attempts(1), builder -> builder.callbackExecutor(executor));
        CompletableFuture<Object> work = begun(engine, "a");
        executor.shutdown();
        work.complete(null);
        await().until(() -> find(engine, "a") == null);
    }

    @Test
    void completeWithAfterTheReturnShouldBeRefused() {
        CompletableFuture<TaskContext> returned = new CompletableFuture<>();
        CompletableFuture<Object> work = new CompletableFuture<>();
        DelayQueueEngine engine = engines.start(engines.consuming(
                (payload, context) -> {
                    context.completeWith(work);
                    try {
                        context.completeWith(new CompletableFuture<>());
                    } catch (IllegalStateException e) {
                        events.add(e.getMessage());
                    }
                    returned.complete(context);
                },
                attempts(1)));
        add(engine, "a");
        TaskContext context = returned.join();
        await().untilAsserted(() -> {
            try {
                context.completeWith(new CompletableFuture<>());
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("has returned");
                return;
            }
            throw new AssertionError("taken");
        });
        work.complete(null);
        assertThat(events).containsExactly("The attempt ends with other work already");
    }

    @Test
    void callbackThatThrowsShouldCancelItsWork() {
        CompletableFuture<Object> work = new CompletableFuture<>();
        DelayQueueEngine engine = engines.start(engines.consuming(
                (payload, context) -> {
                    context.completeWith(work);
                    throw new IOException("at once");
                },
                attempts(1)));
        add(engine, "a");
        await().until(() -> find(engine, "a").state() == TaskState.DEAD);
        assertThat(work).isCancelled();
        assertThat(find(engine, "a").lastError().stack()).startsWith("java.io.IOException: at once");
    }

    /** No stack grows with those that end one another. */
    @Test
    void thousandsOfWorksThatEndTogetherShouldEndTheirAttempts() {
        CompletableFuture<Object> gate = new CompletableFuture<>();
        DelayQueueEngine engine = engines.start(engines.consuming(
                (payload, context) -> {
                    ledger.call(payload, context);
                    context.completeWith(gate.thenApply(done -> done));
                },
                TopicOptions.builder().concurrency(3_000).maxAttempts(1).build()));
        List<Task> tasks = engines.tasks(5_000, Duration.ZERO);
        engine.service().addTasks(tasks);
        await().until(() -> ledger.size() == 3_000);
        gate.complete(null);
        await().until(() -> ledger.size() == 5_000);
        awaitIdle(engine);
        new GroupAudit(server.client(), engines.group()).checkNothingLeft();
    }

    @Test
    void cancellationByTheApplicationShouldFailTheAttempt() {
        DelayQueueEngine engine = start(attempts(1));
        begun(engine, "a").cancel(true);
        await().until(() -> find(engine, "a").state() == TaskState.DEAD);
        assertThat(find(engine, "a").lastError().stack()).startsWith(CancellationException.class.getName());
    }
}
