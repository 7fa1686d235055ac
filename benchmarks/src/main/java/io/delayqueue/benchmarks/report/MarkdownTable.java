package io.delayqueue.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Formats a run as Markdown, without the metrics that compare nothing. */
public final class MarkdownTable {

    private static final String SPECIAL = "([\\\\|*_`\\[\\]]|<(?=[A-Za-z/!?]))";

    private MarkdownTable() {}

    /** {@return the lines, which end with a line break} */
    public static String of(Report report) {
        Table table = Table.compared(report);
        List<String> lines = new ArrayList<>();
        report.header().lines().forEach(line -> lines.add("- " + escape(line)));
        lines.add("");
        lines.add(line(table.columns()));
        lines.add("|" + "---|".repeat(table.columns().size()));
        table.rows().forEach(row -> lines.add(line(row)));
        lines.add("");
        for (int i = 0; i < table.notes().size(); i++) {
            lines.add("- " + escape("[" + (i + 1) + "] " + table.notes().get(i)));
        }
        if (!table.notes().isEmpty()) {
            lines.add("");
        }
        Table.LEGEND.forEach(line -> lines.add(escape(line)));
        return String.join("\n", lines) + "\n";
    }

    private static String line(List<String> cells) {
        return cells.stream().map(MarkdownTable::escape).collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String escape(String text) {
        return text.replaceAll(SPECIAL, "\\\\$1");
    }
}
