package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Adds tasks and, when they are due, starts a JVM that drains them: {@link ColdJvm}. */
final class ColdTrial implements Trial {

    private final Backlog backlog = new Backlog(ColdJvm.TOPIC);
    private final int tasks;
    private final Metric rate;

    ColdTrial(int tasks, Target target) {
        this.tasks = tasks;
        this.rate = new Metric(name(), "throughput", "tasks/s", HIGHER, target);
    }

    @Override
    public String name() {
        return String.format(Locale.ROOT, "cold %,d", tasks);
    }

    @Override
    public List<Metric> metrics() {
        return List.of(rate);
    }

    /** The ancestor cannot push so many tasks at once. */
    @Override
    public boolean isFor(Contender contender) {
        return !contender.name().equals("ancestor");
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        try {
            long dueAt;
            try (OpenQueue queue = contender.open(context.server().address())) {
                dueAt = backlog.load(queue, tasks, contender, context.server()).dueAt();
            }
            Backlog.awaitTime(dueAt);
            Process process = start(contender, context);
            try {
                String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (process.waitFor() != 0) {
                    throw new IllegalStateException("the JVM ended with exit code " + process.exitValue());
                }
                context.results().record(rate, contender.name(), Double.parseDouble(printed));
            } finally {
                process.destroyForcibly();
            }
        } finally {
            context.server().clear();
        }
    }

    /** Starts a JVM without options, like most users. */
    private Process start(Contender contender, TrialContext context) throws IOException {
        return new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ColdJvm.class.getName(),
                        contender.getClass().getName(),
                        context.server().address().toString(),
                        Integer.toString(tasks))
                .redirectError(Redirect.INHERIT)
                .start();
    }
}
