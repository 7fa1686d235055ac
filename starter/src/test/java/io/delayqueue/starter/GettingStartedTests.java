package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.MarkedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole files in docs/getting-started.md. */
class GettingStartedTests {

    private final MarkedText page = MarkedText.read(Path.of("..", "docs", "getting-started.md"));

    GettingStartedTests() throws IOException {}

    @Test
    void filesShouldCompileInTheOrderOfThePage(@TempDir Path folder) throws IOException {
        Map<String, String> files = page.files();
        assertThat(files).hasSize(5);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path source = folder.resolve(file.getKey());
            Files.createDirectories(source.getParent());
            PastedCode.compile(Files.writeString(source, file.getValue()), folder);
        }
    }
}
