package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.chart.Picture;
import io.delayqueue.benchmarks.chart.Pictures;
import io.delayqueue.benchmarks.report.JsonReport;
import io.delayqueue.benchmarks.report.MarkdownTable;
import io.delayqueue.benchmarks.report.Report;
import io.delayqueue.benchmarks.report.TablePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Output files of a run. */
final class Outputs {

    /** Folder of the pictures, relative to the page. */
    private static final String PICTURES = "performance";

    private final @Nullable Path json;

    private final @Nullable Path docs;

    /**
     * Checks that the files can be written, before a long run.
     *
     * @param json a file for JSON, or null for none
     * @param docs the folder of the documentation, or null for no change
     * @throws IllegalArgumentException if a folder is missing, or the page has no place for a table
     * @throws IOException if the page cannot be read
     */
    Outputs(@Nullable Path json, @Nullable Path docs) throws IOException {
        if (json != null
                && (Files.isDirectory(json)
                        || !Files.isDirectory(json.toAbsolutePath().getParent()))) {
            throw new IllegalArgumentException("There cannot be a file " + json);
        }
        if (docs != null) {
            TablePage.performance(docs);
        }
        this.json = json;
        this.docs = docs;
    }

    void write(Report report) throws IOException {
        if (json != null) {
            Files.writeString(json, JsonReport.of(report));
        }
        if (docs != null) {
            Path folder = Files.createDirectories(docs.resolve(PICTURES));
            StringBuilder markdown = new StringBuilder(MarkdownTable.of(report));
            for (Picture picture : Pictures.of(report.results())) {
                picture.save(folder);
                markdown.append(String.format("%n![%s](%s/%s.png)%n", picture.title(), PICTURES, picture.name()));
            }
            TablePage.performance(docs).write(markdown.toString());
        }
    }
}
