package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.ancestor.AncestorContender;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.contender.limit.LimitContender;
import io.delayqueue.benchmarks.contender.redisson.RedissonContender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.benchmarks.workload.AddBulk;
import io.delayqueue.benchmarks.workload.AddSync;
import io.delayqueue.benchmarks.workload.Drain;
import io.delayqueue.benchmarks.workload.Scale;
import io.delayqueue.benchmarks.workload.Sparse;
import io.delayqueue.benchmarks.workload.Surroundings;
import io.delayqueue.benchmarks.workload.Workload;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the workloads on all contenders. */
@Command(name = "compare", description = "Runs the workloads on all contenders.", mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {

    private static final List<Workload> WORKLOADS = List.of(new AddSync(), new AddBulk(), new Drain(), new Sparse());

    private static final List<Contender> CONTENDERS =
            List.of(new DelayqueueContender(), new RedissonContender(), new AncestorContender(), new LimitContender());

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
        List<Contender> contenders = CONTENDERS.stream()
                .filter(contender -> who == null || who.contains(contender.name()))
                .toList();
        try (MeasuredServer server = redis == null ? MeasuredServer.start() : MeasuredServer.at(Address.parse(redis))) {
            Surroundings surroundings = new Surroundings(server, results, System.err::println);
            Comparison comparison = new Comparison(contenders, scale.rounds());
            for (Workload workload : WORKLOADS) {
                if (only == null || only.contains(workload.name())) {
                    workload.trials(scale).forEach(trial -> comparison.run(trial, surroundings));
                }
            }
        }
        for (Metric metric : results.metrics()) {
            for (Contender contender : contenders) {
                System.out.println(metric.trial() + " " + metric.name() + ": " + contender.name() + " "
                        + results.figure(metric, contender.name()) + " " + metric.unit());
            }
        }
        return 0;
    }
}
