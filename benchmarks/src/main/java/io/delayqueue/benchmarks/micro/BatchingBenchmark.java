package io.delayqueue.benchmarks.micro;

import io.delayqueue.AddResult;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the adds per second that an engine combines into calls, on a store that answers at once or after a delay. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BatchingBenchmark {

    /** Minimum duration of a call of the store, in microseconds. */
    @Param({"0", "100"})
    public int storeMicros;

    private DelayQueueEngine engine;

    /** For JMH. */
    public BatchingBenchmark() {}

    /** Creates the engine without starting it, which adds do not need. */
    @Setup
    public void open() {
        engine = DelayQueueEngine.builder(new AddOnlyBackend(TimeUnit.MICROSECONDS.toNanos(storeMicros)))
                .build();
    }

    /** Closes the engine. */
    @TearDown
    public void close() {
        engine.close();
    }

    /** {@return the result of an add by a single thread} */
    @Benchmark
    @Threads(1)
    public AddResult addBy01Thread() {
        return add();
    }

    /** {@return the result of an add by one of eight threads} */
    @Benchmark
    @Threads(8)
    public AddResult addBy08Threads() {
        return add();
    }

    /** {@return the result of an add by one of 32 threads} */
    @Benchmark
    @Threads(32)
    public AddResult addBy32Threads() {
        return add();
    }

    private AddResult add() {
        return engine.service()
                .addTask(Task.of("orders", "cancel-unpaid")
                        .payload(Order.EXAMPLE)
                        .delay(Duration.ofMinutes(30))
                        .build());
    }
}
