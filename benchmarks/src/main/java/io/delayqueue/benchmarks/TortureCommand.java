package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.report.Machine;
import io.delayqueue.benchmarks.report.TablePage;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.benchmarks.torture.CoreBuild;
import io.delayqueue.benchmarks.torture.Part;
import io.delayqueue.benchmarks.torture.TortureTable;
import io.delayqueue.benchmarks.torture.Turn;
import io.delayqueue.benchmarks.torture.Turns;
import io.delayqueue.benchmarks.torture.Undisturbed;
import io.delayqueue.benchmarks.workload.Scale;
import io.delayqueue.benchmarks.workload.TrialContext;
import io.delayqueue.chaos.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the tests that disturb, and workloads, in turns, and sums up what they count. */
@Command(
        name = "torture",
        description = "Runs random steps on both stores, two versions side by side, the workloads and the disturbance"
                + " tests in turns, each turn with a new seed, and sums up what they count. Start it in the folder of"
                + " the project. The table goes to the standard output, the progress to the standard error.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Every turn passed, and no task was lost or early.",
            "1:A turn failed: a task was lost or early, an audit had findings, or another test failed.",
            "2:The run did not begin: an option is invalid, or this is not the folder of the project."
        })
final class TortureCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "60",
            description = "No turn begins after so many minutes (default: 60). The last one is not cut short.")
    private int minutes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed of the seeds of the turns (default: a random one).")
    private @Nullable Long seed;

    @Option(names = "--maven", paramLabel = "FILE", defaultValue = "mvn", description = "Maven's program.")
    private String maven = "";

    @Option(names = "--docs", paramLabel = "DIR", description = "Also puts the table into DIR/README.md.")
    private @Nullable Path docs;

    private final Scale scale = new Scale(true, 1, Scale.fitting(Machine.availableBytes()));

    @Override
    public Integer call() throws Exception {
        CoreBuild build;
        TablePage page;
        try {
            if (minutes < 1) {
                throw new IllegalArgumentException("--minutes has to be at least 1, but is " + minutes);
            }
            page = docs == null ? null : TablePage.torture(docs);
            build = new CoreBuild(Path.of(""), maven);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec().commandLine(), e.getMessage(), e);
        }
        Instant began = Instant.now();
        Duration time = Duration.ofMinutes(minutes);
        Progress progress = new Progress(spec().commandLine().getErr(), System::nanoTime);
        List<Turn> turns = new Turns((number, part, of) -> run(build, progress, number, part, of), System::nanoTime)
                .run(time, seed != null ? seed : new Random().nextLong());
        TortureTable table = new TortureTable(began, time, new DelayqueueContender().version(), Machine.here(), turns);
        spec().commandLine().getOut().print(table.markdown());
        spec().commandLine().getOut().flush();
        if (page != null) {
            page.write(table.markdown());
        }
        return table.isGood() ? 0 : 1;
    }

    private Turn run(CoreBuild build, Progress progress, int number, Part part, long of)
            throws IOException, InterruptedException {
        progress.accept(String.format("turn %d: %s", number, part.repeat(of)));
        long began = System.nanoTime();
        boolean passed;
        List<Outcome> outcomes;
        if (part == Part.COMPARE) {
            Undisturbed workloads = new Undisturbed(compare());
            workloads.failures().forEach(progress);
            passed = workloads.failures().isEmpty();
            outcomes = workloads.outcomes();
        } else {
            passed = build.passes(number, part, of);
            outcomes = build.outcomes(part);
        }
        Turn turn = new Turn(part, of, Duration.ofNanos(System.nanoTime() - began), passed, outcomes);
        progress.accept(String.format(
                "turn %d: %s",
                number, turn.isGood() ? "passed" : "FAILED; its output is in " + build.log(number, part)));
        return turn;
    }

    /** Runs {@code compare --quick --contender delayqueue}. */
    private Results compare() {
        Results results = new Results();
        List<Contender> ours = List.of(new DelayqueueContender());
        Comparison comparison = new Comparison(ours, scale.rounds(), !scale.quick());
        try (MeasuredServer server = MeasuredServer.start()) {
            TrialContext context = new TrialContext(server, results, line -> {});
            Catalog.WORKLOADS.forEach(
                    workload -> workload.trials(scale).forEach(trial -> comparison.run(trial, context)));
        }
        return results;
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec);
    }
}
