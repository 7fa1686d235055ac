package io.delayqueue.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Formats a run as plain text with aligned columns. */
public final class TextTable {

    private TextTable() {}

    /** {@return the text, which ends with a line break} */
    public static String of(Report report) {
        Table table = Table.of(report);
        List<Integer> widths = IntStream.range(0, table.columns().size())
                .mapToObj(column -> width(table, column))
                .toList();
        String format = widths.stream().map(width -> "%-" + width + "s").collect(Collectors.joining("  "));
        List<String> lines = new ArrayList<>(report.header().lines());
        lines.add("");
        lines.add(line(format, table.columns()));
        lines.add(line(format, widths.stream().map("-"::repeat).toList()));
        table.rows().forEach(row -> lines.add(line(format, row)));
        lines.add("");
        for (int i = 0; i < table.notes().size(); i++) {
            lines.add("[" + (i + 1) + "] " + table.notes().get(i));
        }
        lines.addAll(Table.LEGEND);
        return String.join("\n", lines) + "\n";
    }

    private static int width(Table table, int column) {
        return Stream.concat(Stream.of(table.columns()), table.rows().stream())
                .mapToInt(row -> row.get(column).length())
                .max()
                .orElseThrow();
    }

    private static String line(String format, List<String> cells) {
        return String.format(format, cells.toArray()).stripTrailing();
    }
}
