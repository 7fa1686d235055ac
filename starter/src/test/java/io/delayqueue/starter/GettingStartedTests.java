package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.MarkedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole files and versions in docs/getting-started.md. */
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

    /** Pasted projects, which not every build runs, find these parts of pages by their names. */
    @Test
    void pagesShouldHaveTheNamedPartsThatAreRun() throws IOException {
        MarkedText dashboard = MarkedText.read(Path.of("..", "docs", "dashboard.md"));
        MarkedText testing = MarkedText.read(Path.of("..", "docs", "testing.md"));
        assertThat(Stream.of(
                        page.code("mail"),
                        page.output("mail"),
                        page.output("steps"),
                        dashboard.code("dependencies", "xml")))
                .doesNotContain("");
        assertThat(page.code("dashboard", "xml")).isEqualTo(dashboard.code("dependencies", "xml"));
        assertThat(page.linesUnder("1. The dependency", "properties")).isNotEmpty();
        assertThat(page.linesUnder("Callback classes carried by tasks", "properties"))
                .isNotEmpty();
        assertThat(testing.linesUnder("A local run without Redis", "shell")).isNotEmpty();
    }

    @Test
    void springBootShouldBeThatOfTheBuild() throws IOException {
        String version = Texts.property("bom/pom.xml", "spring-boot.version");
        assertThat(Texts.all(page.code("maven", "xml"), "spring-boot-starter-parent</artifactId>\\s*<version>(.*?)<"))
                .containsExactly(version);
        assertThat(Texts.all(gradle(), "id\\(\"org.springframework.boot\"\\) version \"(.*?)\""))
                .containsExactly(version, version);
    }

    @Test
    void kotlinShouldBeThatOfTheBuild() throws IOException {
        String version = Texts.property("pom.xml", "kotlin.version");
        assertThat(Texts.all(gradle(), "kotlin\\(\".*?\"\\) version \"(.*?)\"")).containsExactly(version, version);
    }

    private String gradle() {
        return page.code("gradle", "kotlin") + page.code("gradle-kotlin", "kotlin");
    }
}
