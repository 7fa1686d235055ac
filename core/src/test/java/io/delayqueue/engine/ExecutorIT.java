package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callbacks on an executor of the application's. */
class ExecutorIT {

    private static final int TASKS = 200;

    private final RedisServer server = RedisServer.shared();

    private final TestEngines engines = new TestEngines();

    private final ExecutorService two = Executors.newFixedThreadPool(2, task -> new Thread(task, "of the application"));

    private final Queue<String> ids = new ConcurrentLinkedQueue<>();

    private final Queue<String> threads = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        engines.close();
        two.shutdownNow();
    }

    private DelayQueueEngine start(Executor executor) {
        return engines.start(
                TestEngines.backend(server),
                engines.consuming(
                                (payload, context) -> {
                                    ids.add(context.id());
                                    threads.add(Thread.currentThread().getName());
                                },
                                8)
                        .andThen(builder -> builder.callbackExecutor(executor)));
    }

    private void addTasks(DelayQueueEngine engine) {
        engine.service()
                .addTasks(IntStream.range(0, TASKS)
                        .mapToObj(i -> engines.task(Duration.ZERO))
                        .toList());
    }

    @Test
    void callbacksRunOnTheExecutorEachTaskOnce() {
        addTasks(start(two));
        await().until(() -> ids.size() == TASKS);
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(threads).containsOnly("of the application");
    }

    @Test
    void executorThatRefusesWorkForAWhileDelaysTasksOnly() {
        AtomicBoolean full = new AtomicBoolean(true);
        DelayQueueEngine engine = start(work -> {
            if (full.get()) {
                throw new RejectedExecutionException("full");
            }
            two.execute(work);
        });
        addTasks(engine);
        await().during(Duration.ofMillis(600)).until(ids::isEmpty);
        full.set(false);
        await().until(() -> ids.size() == TASKS);
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void executorThatNeverRunsItsWorkHoldsNoTask() {
        DelayQueueEngine stuck = start(work -> {});
        addTasks(stuck);
        DelayQueueEngine other = start(two);
        await().until(() -> ids.size() == TASKS);
        assertThat(ids).doesNotHaveDuplicates();
        stuck.stop();
        other.stop();
    }

    @Test
    void executorIsLeftToTheApplication() {
        start(two).close();
        assertThat(two.isShutdown()).isFalse();
    }
}
