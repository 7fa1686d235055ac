package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.monitor.EngineStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadsAndKitTests extends WithKit {

    private static final int THREADS = 4;

    private static final int EACH = 500;

    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() throws InterruptedException {
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void callbacksShouldRunOnTheThreadThatMovesTime() {
        Set<Thread> threads = new HashSet<>();
        on((payload, task) -> threads.add(Thread.currentThread()));
        for (int i = 0; i < 100; i++) {
            add(task("a" + i).delay(Duration.ofMinutes(i)));
        }
        kit.advance(Duration.ofDays(1));
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void noThreadShouldBeStarted() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        on((payload, task) -> kit.spend(Duration.ofSeconds(1)));
        add(task("a"));
        kit.service().addTaskAsync(task("b").build()).join();
        kit.nextCallback("g", "t").fails(5, new IllegalStateException("no"));
        kit.advance(Duration.ofDays(1));
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread))
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("delayqueue"));
    }

    @Test
    void tasksThatAreAddedByOtherThreadsMeanwhileShouldAllRunOnce() {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        on((payload, task) -> assertThat(ran.add(payload)).isTrue());
        List<CompletableFuture<Void>> adders = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            adders.add(CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < EACH; i++) {
                            add(task(number + "-" + i).delay(Duration.ofMillis(i % 7)));
                        }
                    },
                    pool));
        }
        while (!adders.stream().allMatch(CompletableFuture::isDone)) {
            kit.advance(Duration.ofMillis(1));
        }
        kit.advance(Duration.ofMillis(7));
        assertThat(ran).hasSize(THREADS * EACH);
        assertThat(kit.deliveries()).hasSize(THREADS * EACH);
    }

    @Test
    void oneThreadAtATimeShouldMoveTheTime() {
        List<String> order = new ArrayList<>();
        on((payload, task) -> order.add(payload));
        for (int i = 0; i < 100; i++) {
            add(task("a" + i).delay(Duration.ofMillis(i)));
        }
        List<CompletableFuture<Void>> movers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            movers.add(CompletableFuture.runAsync(() -> kit.runDue(), pool));
        }
        kit.advance(Duration.ofMillis(100));
        movers.forEach(CompletableFuture::join);
        assertThat(order).hasSize(100).startsWith("a0", "a1", "a2").endsWith("a99");
    }

    @Test
    void spendShouldBeForTheThreadOfTheCallback() {
        AtomicReference<Throwable> refused = new AtomicReference<>();
        on((payload, task) -> {
            try {
                pool.submit(() -> {
                            kit.spend(Duration.ofSeconds(1));
                            return true;
                        })
                        .get();
            } catch (ExecutionException e) {
                refused.set(e.getCause());
            }
        });
        add(task("a"));
        kit.runDue();
        assertThat(refused.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("thread");
    }

    @Test
    void interruptionOfTheTestShouldStay() {
        on((payload, task) -> Thread.currentThread().interrupt());
        add(task("a"));
        kit.runDue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        add(task("b"));
        Thread.currentThread().interrupt();
        kit.runDue();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void closeInACallbackShouldGiveItsTaskBack() {
        List<String> states = new ArrayList<>();
        on((payload, task) -> {
            kit.close();
            try {
                kit.spend(Duration.ofSeconds(1));
            } catch (InterruptedException e) {
                states.add("interrupted");
            }
        });
        add(task("a"));
        kit.runDue();
        assertThat(states).containsExactly("interrupted");
        assertThat(kit.tasks()).singleElement().satisfies(task -> assertThat(task.attempts())
                .isOne());
    }

    @Test
    void stopFromAnotherThreadShouldWaitForTheCallback() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        on((payload, task) -> {
            running.countDown();
            assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
            log("ended");
        });
        add(task("a"));
        CompletableFuture<Void> step = CompletableFuture.runAsync(() -> kit.runDue(), pool);
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> kit.close(), pool);
        end.countDown();
        step.join();
        stop.join();
        assertThat(log).containsExactly("ended@0.0s");
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void statusShouldBeThatOfAnEngineThatWorks() {
        List<EngineStatus> during = new ArrayList<>();
        KitAssembly assembly = new KitAssembly(START);
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(assembly.backend("default"));
        AtomicReference<DelayQueueEngine> engine = new AtomicReference<>();
        builder.callback(
                "g",
                "t",
                String.class,
                (payload, task) -> during.add(engine.get().status()));
        engine.set(builder.build());
        assembly.add(engine.get());
        engine.get().start();
        engine.get().service().addTask(Task.of("g", "t").payload("a").build());
        assembly.kit().runDue();
        assertThat(during).singleElement().satisfies(status -> {
            assertThat(status.running()).isTrue();
            assertThat(status.groups()).singleElement().satisfies(group -> {
                assertThat(group.pushing()).isTrue();
                assertThat(group.sincePush()).isZero();
                assertThat(group.topics()).singleElement().satisfies(topic -> assertThat(topic.running())
                        .isOne());
            });
        });
        assertThat(engine.get().countTasks(Duration.ofSeconds(1))).containsOnlyKeys("g");
        engine.get().close();
    }
}
