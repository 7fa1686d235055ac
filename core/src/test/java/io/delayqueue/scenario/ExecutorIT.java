package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.testing.OwnThread;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callbacks on an executor of the application's. */
class ExecutorIT {

    private static final int TASKS = 200;

    @RegisterExtension
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
        return engines.start(engines.consuming(
                        (payload, context) -> {
                            ids.add(context.id());
                            threads.add(Thread.currentThread().getName());
                        },
                        8)
                .andThen(builder -> builder.callbackExecutor(executor)));
    }

    private void addTasks(DelayQueueEngine engine) {
        addTasks(engine, Duration.ZERO);
    }

    private void addTasks(DelayQueueEngine engine, Duration delay) {
        engine.service().addTasks(engines.tasks(TASKS, delay));
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

    /** As an executor with a limit that waits for a thread instead of refusing. */
    private Executor blocking(Semaphore permits) {
        return work -> {
            permits.acquireUninterruptibly();
            OwnThread.start(() -> {
                try {
                    work.run();
                } finally {
                    permits.release();
                }
            });
        };
    }

    @Test
    void executorThatBlocksRunsEachTaskOnce() {
        addTasks(start(blocking(new Semaphore(1))));
        await().until(() -> ids.size() == TASKS);
        assertThat(ids).doesNotHaveDuplicates();
    }

    /** Nor the stop. */
    @Test
    void executorThatTakesNothingHoldsUpNoOtherTopic() throws InterruptedException {
        Semaphore none = new Semaphore(0);
        DelayQueueEngine engine = start(blocking(none));
        // So that it is the pusher who brings them.
        addTasks(engine, Duration.ofMillis(300));
        await().until(none::hasQueuedThreads);
        engine.register().registerTopic(engines.group(), "pulled");
        engines.add(engine, Task.of(engines.group(), "pulled").delay(Duration.ofMillis(300)));
        assertThat(engine.puller().reserve(engines.group(), "pulled", PullOptions.upTo(1), Duration.ofSeconds(10)))
                .hasSize(1);
        engine.stop();
        assertThat(none.getQueueLength()).isEqualTo(1);
        start(two);
        await().until(() -> ids.size() == TASKS);
        none.release();
        await().until(() -> !none.hasQueuedThreads());
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void executorIsLeftToTheApplication() {
        start(two).close();
        assertThat(two.isShutdown()).isFalse();
    }
}
