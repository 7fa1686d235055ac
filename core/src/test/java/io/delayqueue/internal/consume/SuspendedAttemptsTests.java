package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.internal.run.TestExecutions;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SuspendedAttemptsTests {

    private final ExecutorService helpers = Threads.pool("helper");

    private final CompletableFuture<Object> work = new CompletableFuture<>();

    private final List<Runnable> started = new CopyOnWriteArrayList<>();

    private final List<TaskExecution> begun = new CopyOnWriteArrayList<>();

    private final List<TaskExecution> ended = new CopyOnWriteArrayList<>();

    private boolean full;

    private final ThreadDriver driver = new ThreadDriver(
            EngineTime.passing(Clock.systemUTC()),
            new Pools(this::execute, true, helpers),
            new Outage("nowhere"),
            true);

    private final Workers workers = new Workers(1, driver, this::begin);

    private final SuspendedAttempts attempts = new SuspendedAttempts(driver, workers, this::end, execution -> {});

    @AfterEach
    void close() {
        helpers.shutdownNow();
    }

    private void execute(Runnable callbacks) {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        started.add(callbacks);
    }

    private boolean begin(TaskExecution execution) {
        begun.add(execution);
        TestExecutions.returnWork(execution, work);
        return !attempts.suspend(execution);
    }

    private boolean end(TaskExecution execution) {
        workers.release();
        return execution.resume() != null && ended.add(execution);
    }

    private void open() {
        workers.add(TestExecutions.reserved());
        workers.start();
        await().until(() -> started.size() == 1);
        started.remove(0).run();
        assertThat(begun).hasSize(1);
    }

    /** Callbacks run on the executor and nowhere else. */
    @Test
    void endThatTheExecutorRefusesShouldBeMadeElsewhereAndNoOtherTask() {
        open();
        workers.add(TestExecutions.reserved());
        full = true;
        work.complete(null);
        await().until(() -> ended.size() == 1);
        await().untilAsserted(() -> assertThat(started).isEmpty());
        assertThat(begun).hasSize(1);
        assertThat(workers.waiting()).isEqualTo(1);
    }
}
