package io.delayqueue.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.threads.BusyApplication.Beans;
import io.delayqueue.threads.BusyApplication.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Runs callbacks on an executor of the application with fewer threads than the topic's concurrency. */
@Timeout(120)
class ExecutorIT {

    private static final String EXECUTOR = "delayqueue.executor=two";

    private final String group = "g" + UUID.randomUUID();

    private final AtomicInteger running = new AtomicInteger();

    private final AtomicInteger mostRunning = new AtomicInteger();

    record Kind(String name, Beans beans) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Kind> executors() {
        return Stream.of(
                new Kind("with a queue", two(Integer.MAX_VALUE, false)),
                new Kind("that refuses", two(0, false)),
                new Kind("that blocks", ExecutorIT::twoThatBlock),
                new Kind("that takes tasks until it is destroyed", two(Integer.MAX_VALUE, true)),
                new Kind(
                        "of Java",
                        context -> context.registerBean(
                                "two", ExecutorService.class, () -> Executors.newFixedThreadPool(2))));
    }

    private static Beans two(int queue, boolean untilDestroyed) {
        return context -> context.registerBean("two", ThreadPoolTaskExecutor.class, () -> {
            ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(2);
            executor.setMaxPoolSize(2);
            executor.setQueueCapacity(queue);
            executor.setAcceptTasksAfterContextClose(untilDestroyed);
            return executor;
        });
    }

    private static void twoThatBlock(GenericApplicationContext context) {
        context.registerBean("two", SimpleAsyncTaskExecutor.class, () -> {
            SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor();
            executor.setConcurrencyLimit(2);
            return executor;
        });
    }

    private void count() throws InterruptedException {
        mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            TimeUnit.MILLISECONDS.sleep(5);
        } finally {
            running.decrementAndGet();
        }
    }

    @ParameterizedTest
    @MethodSource("executors")
    void boundedExecutorShouldRunEveryTaskOnce(Kind executor) {
        try (Instance instance = BusyApplication.start(group, this::count, executor.beans(), EXECUTOR)) {
            List<String> added = instance.add(200);
            await().until(() -> instance.done().size() >= added.size());
            await().until(() -> running.get() == 0);
            assertThat(instance.done()).containsExactlyInAnyOrderElementsOf(added);
            assertThat(mostRunning).hasValue(2);
        }
    }

    @ParameterizedTest
    @MethodSource("executors")
    void closeShouldLetRunningTasksEndAndGiveTheOthersBack(Kind executor) throws Exception {
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch goOn = new CountDownLatch(1);
        Instance instance = BusyApplication.start(
                group,
                () -> {
                    started.countDown();
                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                },
                executor.beans(),
                EXECUTOR);
        Queue<BusyApplication.Run> runs = instance.runs();
        List<String> added = instance.add(50);
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(instance::close);
        await().until(() -> instance.context().isClosed());
        goOn.countDown();
        closing.get(60, TimeUnit.SECONDS);
        List<String> done =
                new ArrayList<>(runs.stream().map(BusyApplication.Run::task).toList());
        assertThat(done).hasSizeGreaterThanOrEqualTo(2);
        try (Instance next = BusyApplication.start(group, () -> {}, beans -> {})) {
            await().atMost(Duration.ofSeconds(20)).until(() -> next.done().size() + done.size() >= added.size());
            done.addAll(next.done());
            assertThat(done).containsExactlyInAnyOrderElementsOf(added);
        }
    }

    @Test
    void tasksOfExecutorThatIsShutDownShouldBeLeftToOtherInstances() {
        try (Instance broken = BusyApplication.start(group, () -> {}, two(Integer.MAX_VALUE, false), EXECUTOR)) {
            broken.context().getBean(ThreadPoolTaskExecutor.class).shutdown();
            List<String> added = broken.add(50);
            try (Instance other = BusyApplication.start(group, () -> {}, beans -> {})) {
                await().until(() -> other.done().size() >= added.size());
                assertThat(other.done()).containsExactlyInAnyOrderElementsOf(added);
            }
            assertThat(broken.done()).isEmpty();
        }
    }

    @Test
    void executorOfSpringBootShouldBeUsedByItsName() {
        try (Instance instance =
                BusyApplication.start(group, () -> {}, beans -> {}, "delayqueue.executor=applicationTaskExecutor")) {
            instance.add(1);
            await().until(() -> instance.runs().size() == 1);
            assertThat(instance.runs().element().thread().getName()).startsWith("task-");
        }
    }

    @Test
    void decoratorsOfTheApplicationShouldWrapTheThreadsOfCallbacks() {
        Queue<String> decorated = new ConcurrentLinkedQueue<>();
        TaskDecorator decorator = work -> () -> {
            decorated.add(Thread.currentThread().getName());
            work.run();
        };
        try (Instance instance = BusyApplication.start(
                group, () -> {}, context -> context.registerBean(TaskDecorator.class, () -> decorator))) {
            instance.add(1);
            await().until(() -> instance.runs().size() == 1);
            assertThat(decorated)
                    .contains(instance.runs().element().thread().getName())
                    .allMatch(name -> name.startsWith("delayqueue-callback-"));
        }
    }
}
