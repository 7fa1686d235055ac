package io.delayqueue.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablePageTests {

    private static final String BEGIN = "<!-- table: made by benchmarks.jar compare -->";

    private static final String END = "<!-- end of table -->";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void findFile() {
        file = folder.resolve("performance.md");
    }

    @Test
    void tableShouldReplaceTheOneBetweenTheMarks() throws IOException {
        Files.writeString(file, "# Before\n\n" + BEGIN + "\nold\n" + END + "\n\nAfter\n");
        TablePage.performance(folder).write("new\n");
        TablePage.performance(folder).write("| newer $1 \\ |\n");
        assertThat(file).hasContent("# Before\n\n" + BEGIN + "\n\n| newer $1 \\ |\n\n" + END + "\n\nAfter\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", BEGIN, END, END + BEGIN, BEGIN + BEGIN + END, BEGIN + END + END})
    void pageWithoutPlaceShouldBeRefused(String text) throws IOException {
        Files.writeString(file, text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TablePage.performance(folder))
                .withMessageContaining(file.toString())
                .withMessageContaining("<!--");
        assertThat(file).hasContent(text);
    }

    @Test
    void missingPageShouldBeRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TablePage.performance(folder))
                .withMessage("There is no file " + file);
    }
}
