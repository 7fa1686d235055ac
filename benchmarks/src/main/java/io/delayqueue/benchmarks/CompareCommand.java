package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.report.Header;
import io.delayqueue.benchmarks.report.Machine;
import io.delayqueue.benchmarks.report.Redis;
import io.delayqueue.benchmarks.report.Report;
import io.delayqueue.benchmarks.report.TextTable;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.benchmarks.workload.Scale;
import io.delayqueue.benchmarks.workload.TrialContext;
import io.delayqueue.benchmarks.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the workloads on all contenders and reports the results. */
@Command(
        name = "compare",
        description = "Runs the workloads on all contenders. The table goes to the standard output, the progress to"
                + " the standard error.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:The table is complete, whether targets are met or missed and whether contenders failed or not.",
            "1:The run was aborted.",
            "2:The run did not begin: an option is invalid, or the Redis cannot be used."
        })
final class CompareCommand implements Callable<Integer> {

    private static final int FULL_ROUNDS = 3;
    private static final int MIN_TASKS = 1_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--quick", description = "A quick run: under two minutes, with rough figures.")
    private boolean quick;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "The number of rounds of each contender (default: " + FULL_ROUNDS + "; 1 with --quick).")
    private @Nullable Integer rounds;

    @Option(names = "--workload", split = ",", paramLabel = "NAME", description = "Only these workloads.")
    private @Nullable List<String> workloads;

    @Option(names = "--contender", split = ",", paramLabel = "NAME", description = "Only these contenders.")
    private @Nullable List<String> contenders;

    @Option(
            names = "--tasks",
            paramLabel = "N",
            description =
                    "At most N tasks in a trial of midnight, cold and year (default: as many as the memory of this"
                            + " machine can hold, up to 5,000,000).")
    private @Nullable Integer tasks;

    @Option(
            names = "--appendonly",
            description = "The Redis that is started writes an append-only file, synchronized every second.")
    private boolean appendOnly;

    @Option(
            names = "--redis",
            paramLabel = "HOST:PORT",
            description = "A Redis to measure on, instead of one that is started for the run. It has to be empty:"
                    + " FLUSHALL is used.")
    private @Nullable String redis;

    @Option(names = "--json", paramLabel = "FILE", description = "Also writes everything to a file, as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--docs",
            paramLabel = "DIR",
            description = "Also puts the table into DIR/performance.md, and pictures into DIR/performance.")
    private @Nullable Path docs;

    @Override
    public Integer call() throws IOException {
        Plan plan;
        Outputs outputs;
        MeasuredServer server;
        try {
            plan = plan();
            outputs = new Outputs(json, docs);
            server = server();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec().commandLine(), e.getMessage(), e);
        }
        Report report = new Report(header(plan, server), new Results());
        boolean complete = false;
        try (server) {
            compare(plan, server, report.results());
            complete = true;
        } finally {
            spec().commandLine().getOut().print(TextTable.of(report));
            spec().commandLine().getOut().flush();
            if (complete) {
                outputs.write(report);
            }
        }
        return 0;
    }

    private MeasuredServer server() {
        if (redis == null) {
            return appendOnly ? MeasuredServer.startAppendOnly() : MeasuredServer.start();
        }
        if (appendOnly) {
            throw new IllegalArgumentException("--appendonly is for the Redis that is started, not for --redis");
        }
        return MeasuredServer.at(Address.parse(redis));
    }

    private Plan plan() {
        int times = rounds != null ? rounds : quick ? 1 : FULL_ROUNDS;
        if (times < 1) {
            throw new IllegalArgumentException("--rounds has to be at least 1, but is " + times);
        }
        return new Plan(
                new Scale(quick, times, maxTasks()),
                Choice.of("workload", Catalog.WORKLOADS, Workload::name, workloads),
                Choice.of("contender", Catalog.CONTENDERS, Contender::name, contenders));
    }

    private int maxTasks() {
        if (tasks != null && tasks < MIN_TASKS) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "--tasks has to be at least %,d, but is %,d", MIN_TASKS, tasks));
        }
        // A Redis elsewhere has other memory.
        int fitting = redis == null ? Scale.fitting(Machine.availableBytes()) : Scale.MAX_TASKS;
        return tasks == null ? fitting : Math.min(fitting, tasks);
    }

    private Header header(Plan plan, MeasuredServer server) {
        Map<String, String> versions = new LinkedHashMap<>();
        plan.contenders().forEach(contender -> versions.put(contender.name(), contender.version()));
        Redis measured = new Redis(
                server.version(),
                server.isOwn()
                        ? "embedded, started for the run, "
                                + (appendOnly ? "with an append-only file, everysec" : "without persistence")
                        : "at " + server.address());
        return new Header(Instant.now(), plan.scale(), Machine.here(), measured, versions);
    }

    private void compare(Plan plan, MeasuredServer server, Results results) {
        Progress progress = new Progress(spec().commandLine().getErr(), System::nanoTime);
        TrialContext context = new TrialContext(server, results, progress);
        Comparison comparison = new Comparison(
                plan.contenders(), plan.scale().rounds(), !plan.scale().quick());
        for (Workload workload : plan.workloads()) {
            workload.trials(plan.scale()).forEach(trial -> comparison.run(trial, context));
        }
        progress.accept("done");
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec);
    }

    private record Plan(Scale scale, List<Workload> workloads, List<Contender> contenders) {}
}
