package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.benchmarks.workload.AddBulk;
import io.delayqueue.benchmarks.workload.AddSync;
import io.delayqueue.benchmarks.workload.Cancel;
import io.delayqueue.benchmarks.workload.Drain;
import io.delayqueue.benchmarks.workload.IdleCalls;
import io.delayqueue.benchmarks.workload.Instances;
import io.delayqueue.benchmarks.workload.Memory;
import io.delayqueue.benchmarks.workload.Scale;
import io.delayqueue.benchmarks.workload.Sparse;
import io.delayqueue.benchmarks.workload.Steady;
import io.delayqueue.benchmarks.workload.Surroundings;
import io.delayqueue.benchmarks.workload.Topics;
import io.delayqueue.benchmarks.workload.Workload;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the workloads on all contenders. */
@Command(name = "compare", description = "Runs the workloads on all contenders.", mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {

    static final List<Workload> WORKLOADS = List.of(
            new AddSync(),
            new AddBulk(),
            new Drain(),
            new Sparse(),
            new Steady(),
            new Memory(),
            new IdleCalls(),
            new Cancel(),
            new Topics(),
            new Instances());

    static final List<Contender> CONTENDERS = List.of(new DelayqueueContender());

    @Option(names = "--quick", description = "A short look: under 50 seconds, with figures that say little.")
    private boolean quick;

    @Option(names = "--rounds", description = "How often each contender has its turn (default: 3; 1 with --quick).")
    private @Nullable Integer rounds;

    @Option(names = "--workload", split = ",", description = "Only these workloads.")
    private @Nullable List<String> only;

    @Option(names = "--contender", split = ",", description = "Only these contenders.")
    private @Nullable List<String> who;

    @Option(names = "--redis", description = "An empty Redis to measure on, host:port, instead of one of its own.")
    private @Nullable String redis;

    @Override
    public Integer call() {
        Scale scale = new Scale(quick, rounds != null ? rounds : quick ? 1 : 3);
        Results results = new Results();
        try (MeasuredServer server = redis == null ? MeasuredServer.start() : MeasuredServer.at(Address.parse(redis))) {
            Surroundings surroundings = new Surroundings(server, results, System.err::println);
            Comparison comparison = new Comparison(CONTENDERS, scale.rounds());
            for (Workload workload : WORKLOADS) {
                if (only == null || only.contains(workload.name())) {
                    workload.trials(scale).forEach(trial -> comparison.run(trial, surroundings));
                }
            }
        }
        for (Metric metric : results.metrics()) {
            System.out.println(metric.trial() + " " + metric.name() + " " + results.figure(metric, "delayqueue") + " "
                    + metric.unit());
        }
        return 0;
    }
}
