package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.TestExecutions;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.testing.Drivers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class WorkersTests {

    @AutoClose("shutdownNow")
    private final ExecutorService helpers = Threads.pool("helper", Threads.log());

    private final AtomicInteger asked = new AtomicInteger();

    private static void addTo(Workers workers) {
        workers.add(TestExecutions.reserved().attempt());
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
        workers.set(new Workers(8, Drivers.threads(pools), run -> true));
        addTo(workers.get());
        await().untilAsserted(() -> assertThat(asked).hasValue(3));
    }

    @Test
    void workerWhoseReplacedRunFailsShouldNotCountTwice() {
        List<Runnable> started = new ArrayList<>();
        AtomicReference<Workers> workers = new AtomicReference<>();
        workers.set(new Workers(1, Drivers.threads(new Pools(started::add, false, helpers)), run -> {
            run.begin(AttemptCaller.ON_THREADS);
            run.abandon(true);
            workers.get().replace();
            throw new IllegalStateException("for the test");
        }));
        addTo(workers.get());
        assertThatThrownBy(started.remove(0)::run).isInstanceOf(IllegalStateException.class);
        workers.get().add(TestExecutions.reserved().attempt());
        workers.get().add(TestExecutions.reserved().attempt());
        workers.get().start();
        assertThat(started).hasSize(1);
    }

    @Test
    void fullExecutorOfTheApplicationShouldBeAWarning() {
        Pools full = new Pools(
                work -> {
                    throw new RejectedExecutionException("full");
                },
                false,
                helpers);
        try (LogLines log = new LogLines(Workers.class)) {
            addTo(new Workers(1, Drivers.threads(full), run -> true));
            assertThat(log.with("logged at most once a minute")).singleElement().satisfies(line -> assertThat(line)
                    .startsWith("WARN "));
        }
    }
}
