package io.delayqueue.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Page of the documentation with the table between two marks. */
public final class PerformancePage {

    /** Line before the table. */
    public static final String BEGIN = "<!-- table: made by benchmarks.jar compare -->";

    /** Line after the table. */
    public static final String END = "<!-- end of table -->";

    private final Path file;

    private PerformancePage(Path file) {
        this.file = file;
    }

    /**
     * Finds the page.
     *
     * @param folder the folder of the documentation
     * @return the page
     * @throws IllegalArgumentException if the folder has none, or its marks are missing or doubled
     * @throws IOException if it cannot be read
     */
    public static PerformancePage in(Path folder) throws IOException {
        Path file = folder.resolve("performance.md");
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("There is no file " + file);
        }
        PerformancePage page = new PerformancePage(file);
        page.with("");
        return page;
    }

    /**
     * Replaces the table.
     *
     * @param table lines of Markdown
     * @throws IOException if the page cannot be read or written
     */
    public void write(String table) throws IOException {
        Files.writeString(file, with(table));
    }

    private String with(String table) throws IOException {
        String text = Files.readString(file);
        int begin = only(text, BEGIN) + BEGIN.length();
        int end = only(text, END);
        if (end < begin) {
            throw refusal(END + " stands before " + BEGIN);
        }
        return text.substring(0, begin) + "\n\n" + table.strip() + "\n\n" + text.substring(end);
    }

    private int only(String text, String mark) {
        int first = text.indexOf(mark);
        if (first < 0 || text.indexOf(mark, first + 1) >= 0) {
            throw refusal("it has to have the line " + mark + " once");
        }
        return first;
    }

    private IllegalArgumentException refusal(String reason) {
        return new IllegalArgumentException("The table has no place in " + file + ": " + reason);
    }
}
