package io.delayqueue.benchmarks.torture;

import io.delayqueue.benchmarks.report.Machine;
import io.delayqueue.chaos.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * Counts of a run as Markdown.
 *
 * @param date the start of the run
 * @param asked the time that it was given
 * @param version the build and its commit
 * @param machine the machine
 * @param turns its turns
 */
public record TortureTable(Instant date, Duration asked, String version, Machine machine, List<Turn> turns) {

    /** Names of the counts. */
    public static final List<String> COLUMNS =
            List.of("times", "disturbances", "operations", "lost", "early", "doubled", "of at most", "latest, ms");

    private static final String NOT_COUNTED = "–";

    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final double GIB = 1L << 30;

    /** {@return whether no turn failed, and nothing was lost or early} */
    public boolean isGood() {
        return turns.stream().allMatch(Turn::isGood);
    }

    /** {@return the lines, which end with a line break} */
    public String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("- Result: " + result());
        lines.add(String.format(
                Locale.ROOT,
                "- Run: %s, %d minutes were asked for, %d turns took %s",
                MINUTES.format(date),
                asked.toMinutes(),
                turns.size(),
                time(turns.stream().map(Turn::time).reduce(Duration.ZERO, Duration::plus))));
        lines.add("- Build: " + version);
        lines.add(String.format(
                Locale.ROOT,
                "- Machine: %s, %d CPUs, %.0f GiB, %s; %s",
                machine.cpu(),
                machine.cpus(),
                machine.memoryBytes() / GIB,
                machine.os(),
                machine.java()));
        lines.add("");
        counts(lines);
        return String.join("\n", lines) + "\n";
    }

    private String result() {
        return turns.stream()
                .filter(turn -> !turn.isGood())
                .map(turn -> "FAILED in a turn of " + turn.part().title() + ". The counts of scenarios that did not end"
                        + " are missing. Repeat it: `" + turn.part().repeat(turn.seed()) + "`")
                .findFirst()
                .orElse("every turn passed: no task was lost or early, every audit was without findings");
    }

    private void counts(List<String> lines) {
        List<Row> rows = Row.of(turns);
        lines.add("| part | scenario | " + String.join(" | ", COLUMNS) + " |");
        lines.add("|---|---|" + "---:|".repeat(COLUMNS.size()));
        rows.forEach(row -> lines.add(line(row.part().title(), row.scenario(), List.of(row))));
        lines.add(line("**all**", "", rows));
    }

    private static String line(String part, String scenario, List<Row> rows) {
        List<Row> delivering =
                rows.stream().filter(row -> row.part().delivers()).toList();
        List<Row> counting =
                rows.stream().filter(row -> row.part().countsDoubled()).toList();
        return line(List.of(
                part,
                scenario,
                sum(rows, row -> row.outcomes().size()),
                sum(rows, row -> row.sum(Outcome::rounds)),
                sum(rows, row -> row.sum(Outcome::operations)),
                sum(delivering, row -> row.sum(Outcome::lost)),
                sum(delivering, row -> row.sum(Outcome::early)),
                sum(counting, row -> row.sum(Outcome::doubled)),
                sum(counting, row -> row.sum(Outcome::bound)),
                number(delivering.stream().mapToLong(Row::latestMillis).max())));
    }

    private static String sum(List<Row> rows, ToLongFunction<Row> count) {
        return number(rows.stream().mapToLong(count).reduce(Long::sum));
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? String.format(Locale.ROOT, "%,d", number.getAsLong()) : NOT_COUNTED;
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String time(Duration time) {
        return String.format(Locale.ROOT, "%d:%02d min", time.toMinutes(), time.toSecondsPart());
    }
}
