package io.delayqueue.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A run as plain text, its columns aligned. */
public final class TextTable {

    private TextTable() {}

    /** {@return the text, which ends with a line break} */
    public static String of(Report report) {
        Table table = Table.of(report);
        List<List<String>> all = new ArrayList<>();
        all.add(table.columns());
        all.addAll(table.rows());
        List<Integer> widths = IntStream.range(0, table.columns().size())
                .mapToObj(column -> width(all, column))
                .toList();
        List<String> lines = new ArrayList<>(report.header().lines());
        lines.add("");
        lines.add(line(table.columns(), widths));
        lines.add(widths.stream().map("-"::repeat).collect(Collectors.joining("  ")));
        table.rows().forEach(row -> lines.add(line(row, widths)));
        lines.add("");
        for (int i = 0; i < table.notes().size(); i++) {
            lines.add("[" + (i + 1) + "] " + table.notes().get(i));
        }
        lines.addAll(Table.LEGEND);
        return String.join("\n", lines) + "\n";
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String line(List<String> cells, List<Integer> widths) {
        return IntStream.range(0, cells.size())
                .mapToObj(column -> String.format("%-" + widths.get(column) + "s", cells.get(column)))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }
}
