package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.LOWER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.util.List;

/** Metrics of the processor time of a task: that of the server, and that of this JVM with its compilers and its collector. */
final class Processors {

    private final Metric redis;

    private final Metric jvm;

    Processors(String trial) {
        this.redis = new Metric(trial, "CPU of Redis", "µs/task", LOWER, Target.NONE);
        this.jvm = new Metric(trial, "CPU of the JVM", "µs/task", LOWER, Target.NONE);
    }

    List<Metric> metrics() {
        return List.of(redis, jvm);
    }

    /** The processor times at one moment, in microseconds. */
    record Times(double redis, double jvm) {

        static Times now(MeasuredServer server) {
            double jvm = ProcessHandle.current()
                            .info()
                            .totalCpuDuration()
                            .orElseThrow()
                            .toNanos()
                    / 1e3;
            return new Times(server.cpuMicros(), jvm);
        }
    }

    void record(Times from, Times to, double tasks, Contender contender, Results results) {
        results.record(redis, contender.name(), (to.redis() - from.redis()) / tasks);
        results.record(jvm, contender.name(), (to.jvm() - from.jvm()) / tasks);
    }
}
