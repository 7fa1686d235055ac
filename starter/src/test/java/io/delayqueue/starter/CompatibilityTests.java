package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares docs/compatibility.md with the poms. */
class CompatibilityTests {

    private final String page = Files.readString(Path.of("..", "docs", "compatibility.md"));

    private final String pom = Files.readString(Path.of("..", "pom.xml"));

    CompatibilityTests() throws IOException {}

    @Test
    void whatIsApiShouldBeWhatIsCompared() {
        String rows =
                Texts.all(page, "(?s)\\| package or type \\|[^\n]*\n(.*?)\n\n").get(0);
        String names = String.join("\n", Texts.all(rows, "(?m)^\\|([^|]*)\\|"));
        assertThat(Texts.all(names, "`(.*?)`"))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(Texts.all(pom, "<include>(io\\.delayqueue.*?)</include>"));
    }

    @Test
    void autoConfigurationsShouldBeThoseOfTheArtifacts() throws IOException {
        StringBuilder imports = new StringBuilder();
        for (String module : List.of("autoconfigure", "test", "web")) {
            imports.append(Files.readString(Path.of("..", module, "src", "main", "resources", "META-INF", "spring")
                    .resolve("org.springframework.boot.autoconfigure.AutoConfiguration.imports")));
        }
        assertThat(Texts.all(page, "(?m)^- `(io\\.delayqueue\\.[\\w.]*AutoConfiguration)`$"))
                .containsExactlyInAnyOrderElementsOf(imports.toString().lines().toList());
    }

    @Test
    void versionsOfEachBuildShouldBeThoseOfThePoms() throws IOException {
        assertThat(page)
                .containsPattern("\n\\| %s \\| %s \\| .* \\| each build \\|\n"
                        .formatted(
                                Texts.property("bom/pom.xml", "spring-boot.version"),
                                Texts.property("pom.xml", "java.release")));
    }
}
