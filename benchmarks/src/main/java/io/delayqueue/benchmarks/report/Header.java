package io.delayqueue.benchmarks.report;

import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.workload.Scale;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Conditions of a run.
 *
 * @param date the start of the run
 * @param scale the scale of the workloads
 * @param machine the machine
 * @param redis the server
 * @param contenders the version of each contender by its name, in their order
 */
public record Header(Instant date, Scale scale, Machine machine, Redis redis, Map<String, String> contenders) {

    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final double GIB = 1L << 30;

    /** {@return the header in lines of text} */
    public List<String> lines() {
        return List.of(
                "Run: " + MINUTES.format(date) + ", " + rounds() + ", payload " + Items.PAYLOAD_BYTES + " bytes",
                String.format(
                        Locale.ROOT,
                        "Machine: %s, %d CPUs, %.0f GiB, %s",
                        machine.cpu(),
                        machine.cpus(),
                        machine.memoryBytes() / GIB,
                        machine.os()),
                "JDK: " + machine.java(),
                "Redis: " + redis.version() + ", " + redis.where(),
                "Contenders: "
                        + contenders.entrySet().stream()
                                .map(contender -> contender.getKey() + " (" + contender.getValue() + ")")
                                .collect(Collectors.joining(", ")));
    }

    private String rounds() {
        String number = scale.rounds() == 1 ? "1 round" : scale.rounds() + " rounds";
        return number + " interleaved A B A B" + (scale.quick() ? ", quick: rough figures" : "")
                + (scale.maxTasks() < Scale.MAX_TASKS
                        ? String.format(Locale.ROOT, ", at most %,d tasks in midnight, cold and year", scale.maxTasks())
                        : "");
    }
}
