package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.ThreadDriver;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.Attempt;
import io.delayqueue.internal.run.Attempt.Reason;
import io.delayqueue.internal.run.TestExecutions;
import io.delayqueue.testing.Drivers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SuspendedAttemptsTests {

    private static final int MANY = 100;

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    @AutoClose("shutdownNow")
    private final ExecutorService helpers = Threads.pool("helper", Threads.log());

    private final AtomicInteger helped = new AtomicInteger();

    private CompletableFuture<Object> work = new CompletableFuture<>();

    private final List<Runnable> started = new CopyOnWriteArrayList<>();

    private final List<Attempt> begun = new CopyOnWriteArrayList<>();

    private final List<Attempt> ended = new CopyOnWriteArrayList<>();

    private boolean full;

    private volatile boolean noThread;

    private final ThreadDriver driver = Drivers.threads(new Pools(this::execute, true, this::help));

    private final FewThreads elsewhere = new FewThreads(this::help, 4);

    private final Workers workers = new Workers(MANY, driver, this::begin);

    private final SuspendedAttempts attempts =
            new SuspendedAttempts(driver, workers, elsewhere, this::end, attempt -> {});

    private void help(Runnable task) {
        helped.incrementAndGet();
        if (noThread) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        helpers.execute(task);
    }

    private void execute(Runnable callbacks) {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        started.add(callbacks);
    }

    private boolean begin(Attempt attempt) {
        begun.add(attempt);
        TestExecutions.returnWork(attempt, work);
        return !attempts.suspend(attempt);
    }

    private boolean end(Attempt attempt) {
        workers.release();
        return attempt.resume() && ended.add(attempt);
    }

    private void open() {
        workers.add(TestExecutions.reserved().attempt());
        workers.start();
        await().until(() -> started.size() == 1);
        started.remove(0).run();
        assertThat(begun).isNotEmpty();
    }

    /** Callbacks run on the executor and nowhere else. */
    @Test
    void endThatTheExecutorRefusesShouldBeMadeElsewhereAndNoOtherTask() {
        open();
        workers.add(TestExecutions.reserved().attempt());
        full = true;
        work.complete(null);
        await().until(() -> ended.size() == 1);
        await().untilAsserted(() -> assertThat(started).isEmpty());
        assertThat(begun).hasSize(1);
        assertThat(workers.waiting()).isEqualTo(1);
    }

    /** As if it had been dropped by the executor that has accepted it. */
    @Test
    void endThatWaitsTooLongForAThreadShouldBeMadeElsewhere() {
        open();
        work.complete(null);
        await().until(() -> started.size() == 1);
        long now = driver.time().now();
        int before = helped.get();
        attempts.endStalled(now, PATIENCE);
        assertThat(helped).as("too early").hasValue(before);
        noThread = true;
        attempts.endStalled(now + PATIENCE, PATIENCE);
        assertThat(ended).isEmpty();
        noThread = false;
        attempts.endStalled(now + PATIENCE, PATIENCE);
        await().until(() -> ended.size() == 1);
    }

    /** Each calls what depends on the work, which may take its time. */
    @Test
    void cancellationsOfManyAttemptsShouldTakeFewThreads() {
        CountDownLatch blocks = new CountDownLatch(1);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        List<CompletableFuture<Object>> works = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            work = new CompletableFuture<>();
            work.whenComplete((result, thrown) -> {
                threads.add(Thread.currentThread());
                try {
                    blocks.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            works.add(work);
            open();
        }
        begun.forEach(attempt -> attempt.interrupt(Reason.SHUTDOWN));
        await().until(() -> threads.size() >= 4);
        blocks.countDown();
        await().until(() -> works.stream().allMatch(CompletableFuture::isCancelled));
        assertThat(threads).hasSize(4).doesNotContain(Thread.currentThread());
    }

    @Test
    void cancellationShouldWaitForAThread() {
        CompletableFuture<Thread> cancelling = work.handle((result, thrown) -> Thread.currentThread());
        open();
        noThread = true;
        begun.get(0).interrupt(Reason.SHUTDOWN);
        elsewhere.start();
        assertThat(work).isNotDone();
        noThread = false;
        elsewhere.start();
        await().until(work::isCancelled);
        assertThat(cancelling.join()).isNotEqualTo(Thread.currentThread());
    }
}
