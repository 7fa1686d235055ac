package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInvocation;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The ends of asynchronous attempts, which the threads of the application bring about. */
class AsynchronousEndsIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Map<String, CompletableFuture<Object>> works = new ConcurrentHashMap<>();

    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    private static final ThreadLocal<String> CONTEXT = new ThreadLocal<>();

    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    private void call(Object payload, TaskContext context) {
        CompletableFuture<Object> work = new CompletableFuture<>();
        context.completeWith(work);
        works.put(context.id(), work);
    }

    private void add(DelayQueueEngine engine, String id) {
        engine.service().addTask(engines.builder().id(id).payload(id).build());
    }

    private void begin(DelayQueueEngine engine, String id) {
        add(engine, id);
        await().until(() -> works.containsKey(id));
    }

    /** Works like a ContextPropagatingTaskDecorator. */
    private static Runnable propagate(Runnable work) {
        String captured = CONTEXT.get();
        return () -> {
            CONTEXT.set(captured);
            try {
                work.run();
            } finally {
                CONTEXT.remove();
            }
        };
    }

    @Test
    void contextOfTheCompletingThreadShouldNotReachOtherTasks() {
        DelayQueueEngine engine = engines.start(engines.consuming(
                        (payload, context) -> {
                            events.add(payload + " sees " + CONTEXT.get());
                            if (payload.equals("a")) {
                                call(payload, context);
                            }
                        },
                        TopicOptions.builder().concurrency(1).maxAttempts(1).build())
                .andThen(builder -> builder.callbackDecorator(AsynchronousEndsIT::propagate)));
        begin(engine, "a");
        engine.service()
                .addTasks(IntStream.range(0, 50)
                        .mapToObj(i -> engines.builder().payload("b").build())
                        .toList());
        CONTEXT.set("the request of a user");
        works.get("a").complete(null);
        CONTEXT.remove();
        await().until(() -> events.size() == 51);
        assertThat(Set.copyOf(events)).containsExactlyInAnyOrder("a sees null", "b sees null");
    }

    /** Neither what it may do, nor the classes that it finds. */
    @Test
    void threadsShouldNotInheritFromTheCompletingThread() throws Exception {
        int many = 20;
        CountDownLatch arrived = new CountDownLatch(many);
        DelayQueueEngine engine = engines.start(engines.consuming(
                        this::call,
                        TopicOptions.builder().concurrency(many).maxAttempts(1).build())
                .andThen(builder -> builder.extend(extensions -> extensions.addInterceptor(invocation -> {
                    invocation.proceed();
                    invocation.interceptEnd(end -> {
                        events.add("sees " + INHERITED.get() + ", "
                                + Thread.currentThread().getContextClassLoader());
                        arrived.countDown();
                        arrived.await(10, TimeUnit.SECONDS);
                        end.proceed();
                    });
                }))));
        for (int i = 0; i < many; i++) {
            begin(engine, "a" + i);
        }
        ClassLoader other = new ClassLoader(null) {};
        Thread completing = new Thread(() -> {
            INHERITED.set("the request of a user");
            works.values().forEach(work -> work.complete(null));
        });
        completing.setContextClassLoader(other);
        completing.start();
        completing.join();
        await().until(() -> events.size() == many);
        assertThat(Set.copyOf(events))
                .containsExactly("sees null, " + getClass().getClassLoader());
    }

    @Test
    void endsShouldNotEachHoldAThreadThatWaitsForTheExecutor() {
        int many = 300;
        Semaphore slots = new Semaphore(1000);
        AtomicInteger waiting = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                0, 1000, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> new Thread(work, "app"));
        engines.closing(pool::shutdownNow);
        Executor patient = work -> {
            waiting.incrementAndGet();
            slots.acquireUninterruptibly();
            waiting.decrementAndGet();
            pool.execute(() -> {
                try {
                    work.run();
                } finally {
                    slots.release();
                }
            });
        };
        DelayQueueEngine engine = engines.start(engines.consuming(
                        this::call,
                        TopicOptions.builder().concurrency(many).maxAttempts(1).build())
                .andThen(builder -> builder.callbackExecutor(patient)));
        IntStream.range(0, many).forEach(i -> add(engine, "a" + i));
        await().until(() -> works.size() == many && slots.availablePermits() == 1000);
        int taken = slots.drainPermits();
        works.values().forEach(work -> work.complete(null));
        await().during(Duration.ofMillis(500)).until(() -> waiting.get() > 0);
        int blocked = waiting.get();
        slots.release(taken);
        await().until(() -> TestEngines.status(engine).running() == 0);
        assertThat(blocked).as("threads that wait for the executor").isLessThan(5);
    }

    @Test
    void stopShouldCancelManyAttemptsOnFewThreadsAndGiveTheirTasksBack() {
        int many = 1_000;
        AtomicInteger cancelling = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        DelayQueueEngine engine = engines.start(engines.consuming(
                        (payload, context) -> {
                            call(payload, context);
                            works.get(context.id()).whenComplete((result, thrown) -> {
                                most.accumulateAndGet(cancelling.incrementAndGet(), Math::max);
                                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                                cancelling.decrementAndGet();
                            });
                        },
                        TopicOptions.builder().concurrency(many).maxAttempts(1).build())
                .andThen(TestEngines.settings(Duration.ofMinutes(5), Duration.ofMillis(1))));
        engine.service().addTasks(engines.tasks(many, Duration.ZERO));
        await().until(() -> works.size() == many && TestEngines.status(engine).running() == many);
        try (LogLines log = new LogLines(DelayQueueEngine.class)) {
            engine.stop();
            assertThat(log.with("callbacks interrupted and their tasks given back: " + many))
                    .hasSize(1);
        }
        assertThat(most).hasValueBetween(1, 4);
    }

    @Test
    void failureWhoseCausesGoRoundShouldEndTheAttempt() {
        DelayQueueEngine engine = engines.start(engines.consuming(
                this::call, TopicOptions.builder().concurrency(1).maxAttempts(1).build()));
        begin(engine, "a");
        CompletionException one = new CompletionException("one", null) {
            @Override
            public synchronized Throwable getCause() {
                return this;
            }
        };
        works.get("a").completeExceptionally(one);
        engines.awaitState(engine, "a", TaskState.DEAD);
    }

    @Test
    void lateFailureShouldHaveNoEffect() {
        CompletableFuture<Object> deaf = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean interrupt) {
                return false;
            }
        };
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger ends = new AtomicInteger();
        DelayQueueEngine engine = engines.start(engines.consuming(
                        (payload, context) -> context.completeWith(deaf),
                        TopicOptions.builder()
                                .concurrency(1)
                                .ttr(Duration.ofSeconds(1))
                                .maxAttempts(2)
                                .retryPolicy(attempts -> {
                                    asked.incrementAndGet();
                                    return Duration.ofHours(1);
                                })
                                .build())
                .andThen(builder -> builder.extend(extensions -> extensions.addInterceptor(invocation -> {
                    invocation.proceed();
                    invocation.interceptEnd(end -> {
                        ends.incrementAndGet();
                        end.proceed();
                    });
                }))));
        add(engine, "a");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> engines.find(engine, "a").orElseThrow().state() == TaskState.DELAYED);
        deaf.completeExceptionally(new IOException("late"));
        await().until(() -> ends.get() == 1);
        await().during(Duration.ofMillis(300)).until(() -> asked.get() == 1);
    }

    /** Its end cannot be awaited. */
    private static class Broken extends CompletableFuture<Object> {
        @Override
        public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
            throw new IllegalStateException("no callbacks here");
        }
    }

    /** Its end is reported although it seems to be broken. */
    private static class HalfBroken extends CompletableFuture<Object> {
        @Override
        public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
            super.whenComplete(action);
            throw new IllegalStateException("no callbacks here");
        }
    }

    @Test
    void workWhoseEndCannotBeAwaitedShouldBeCancelledAndFailTheAttempt() {
        List<CompletableFuture<Object>> broken = List.of(new Broken(), new HalfBroken());
        Queue<CompletableFuture<Object>> next = new ConcurrentLinkedQueue<>(broken);
        DelayQueueEngine engine = engines.start(engines.consuming(
                        (payload, context) -> context.completeWith(next.remove()),
                        TopicOptions.builder()
                                .concurrency(1)
                                .maxAttempts(2)
                                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                                .build())
                .andThen(builder -> builder.extend(extensions -> extensions.addInterceptor(invocation -> {
                    invocation.proceed();
                    invocation.interceptEnd(end -> {
                        events.add("end");
                        end.proceed();
                    });
                }))));
        add(engine, "a");
        await().untilAsserted(() -> assertThat(engines.find(engine, "a").orElseThrow())
                .satisfies(task -> assertThat(task.state()).isEqualTo(TaskState.DEAD))
                .satisfies(task -> assertThat(task.lastError().stack())
                        .startsWith("java.lang.IllegalStateException: no callbacks here")));
        assertThat(broken).allMatch(CompletableFuture::isCancelled);
        assertThat(events).containsExactly("end", "end");
        await().until(() -> TestEngines.status(engine).running() == 0);
    }

    @Test
    void interceptorThatOutlivesTheCallbackShouldNotInterceptItsEnd() {
        CompletableFuture<TaskInvocation> kept = new CompletableFuture<>();
        DelayQueueEngine engine = engines.start(engines.consuming(
                        this::call,
                        TopicOptions.builder().concurrency(1).maxAttempts(1).build())
                .andThen(builder -> builder.extend(extensions -> extensions.addInterceptor(invocation -> {
                    invocation.proceed();
                    invocation.interceptEnd(end -> {
                        assertThatIllegalStateException()
                                .isThrownBy(() -> end.interceptEnd(TaskInvocation::proceed))
                                .withMessageContaining("no further end");
                        events.add("own");
                        end.proceed();
                    });
                    kept.complete(invocation);
                }))));
        add(engine, "a");
        TaskInvocation invocation = kept.join();
        await().untilAsserted(() ->
                assertThatIllegalStateException().isThrownBy(() -> invocation.interceptEnd(TaskInvocation::proceed)));
        works.get("a").complete(null);
        await().until(() -> TestEngines.status(engine).running() == 0);
        assertThat(events).containsExactly("own");
    }
}
