package io.delayqueue.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Page of the documentation with tables, each between two marks. */
public final class TablePage {

    /** Line before the table of {@code compare}. */
    public static final String PERFORMANCE = "<!-- table: made by benchmarks.jar compare -->";

    /** Line before the table of {@code torture}. */
    public static final String TORTURE = "<!-- table: made by benchmarks.jar torture -->";

    /** Line after a table. */
    public static final String END = "<!-- end of table -->";

    private final Path file;

    private final String begin;

    private TablePage(Path file, String begin) {
        this.file = file;
        this.begin = begin;
    }

    /**
     * Finds the place of the table of {@code compare}.
     *
     * @param folder the folder of the documentation
     * @return the page
     * @throws IllegalArgumentException if the folder has none, or its marks are missing or doubled
     * @throws IOException if it cannot be read
     */
    public static TablePage performance(Path folder) throws IOException {
        return in(folder.resolve("performance.md"), PERFORMANCE);
    }

    /**
     * Finds the place of the table of {@code torture}.
     *
     * @param folder the folder of the page
     * @return the page
     * @throws IllegalArgumentException if the folder has none, or its marks are missing or doubled
     * @throws IOException if it cannot be read
     */
    public static TablePage torture(Path folder) throws IOException {
        return in(folder.resolve("README.md"), TORTURE);
    }

    private static TablePage in(Path file, String begin) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("There is no file " + file);
        }
        TablePage page = new TablePage(file, begin);
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
        int mark = text.indexOf(begin);
        if (mark < 0 || text.indexOf(begin, mark + 1) >= 0) {
            throw refusal("it has to have the line " + begin + " once");
        }
        int start = mark + begin.length();
        int end = text.indexOf(END, start);
        if (end < 0) {
            throw refusal("the line " + END + " has to stand behind " + begin);
        }
        return text.substring(0, start) + "\n\n" + table.strip() + "\n\n" + text.substring(end);
    }

    private IllegalArgumentException refusal(String reason) {
        return new IllegalArgumentException("The table has no place in " + file + ": " + reason);
    }
}
