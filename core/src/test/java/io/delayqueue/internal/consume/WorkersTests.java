package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.CallbackThread;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ReservedTask;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTests {

    private final ExecutorService helpers = Threads.pool("helper");

    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void close() {
        helpers.shutdownNow();
    }

    private static TaskExecution run() {
        byte[] detail = "{\"due\":0,\"topic\":\"t\"}".getBytes(StandardCharsets.UTF_8);
        return new TaskExecution(
                new TopicName("g", "t"),
                new ReservedTask(new Delivery("t", "id", 1, "i"), 1, 0, detail),
                0,
                System.nanoTime(),
                Duration.ofSeconds(30),
                System::nanoTime,
                asked -> {});
    }

    private static void addTo(Workers workers) {
        workers.add(run());
        workers.start();
    }

    /** The executor may have refused before it had a thread again. */
    @Test
    void startDuringARefusalShouldBeTriedAfterIt() {
        AtomicReference<Workers> workers = new AtomicReference<>();
        Pools pools = new Pools(
                work -> {
                    if (asked.getAndIncrement() == 0) {
                        addTo(workers.get());
                        throw new RejectedExecutionException("full");
                    }
                },
                true,
                helpers);
        workers.set(new Workers(
                8,
                new ThreadDriver(EngineTime.passing(Clock.systemUTC()), pools, new Outage("nowhere")),
                run -> true,
                run -> true));
        addTo(workers.get());
        await().untilAsserted(() -> assertThat(asked).hasValue(3));
    }

    @Test
    void workerWhoseReplacedRunFailsShouldNotCountTwice() {
        List<Runnable> started = new ArrayList<>();
        AtomicReference<Workers> workers = new AtomicReference<>();
        workers.set(new Workers(
                1,
                new ThreadDriver(
                        EngineTime.passing(Clock.systemUTC()),
                        new Pools(started::add, false, helpers),
                        new Outage("nowhere")),
                run -> {
                    run.begin(new CallbackThread(Thread.currentThread()));
                    run.abandon(true);
                    workers.get().replace();
                    throw new IllegalStateException("for the test");
                },
                run -> true));
        addTo(workers.get());
        assertThatThrownBy(started.remove(0)::run).isInstanceOf(IllegalStateException.class);
        workers.get().add(run());
        workers.get().add(run());
        workers.get().start();
        assertThat(started).hasSize(1);
    }

    /** Callbacks run on the executor and nowhere else. */
    @Test
    void endThatTheExecutorRefusesShouldBeMadeElsewhereAndNoOtherTask() {
        List<Runnable> started = new CopyOnWriteArrayList<>();
        List<TaskExecution> ended = new CopyOnWriteArrayList<>();
        List<TaskExecution> begun = new CopyOnWriteArrayList<>();
        Pools pools = new Pools(
                work -> {
                    if (asked.getAndIncrement() > 0) {
                        throw new RejectedExecutionException("full");
                    }
                    started.add(work);
                },
                true,
                helpers);
        AtomicReference<Workers> holder = new AtomicReference<>();
        holder.set(new Workers(
                1,
                new ThreadDriver(EngineTime.passing(Clock.systemUTC()), pools, new Outage("nowhere")),
                run -> {
                    begun.add(run);
                    return false;
                },
                run -> {
                    holder.get().release();
                    return ended.add(run);
                }));
        Workers workers = holder.get();
        addTo(workers);
        await().until(() -> started.size() == 1);
        started.remove(0).run();
        workers.add(run());
        workers.resume(begun.get(0));
        await().until(() -> ended.size() == 1);
        await().untilAsserted(() -> assertThat(asked)
                .as("asked for the first task, for the end, and for the task that waits")
                .hasValue(3));
        assertThat(begun).hasSize(1);
        assertThat(workers.waiting()).isEqualTo(1);
    }
}
