package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares docs/compatibility.md with the poms. */
class CompatibilityTests {

    private final String page = Files.readString(Path.of("..", "docs", "compatibility.md"));

    private final String pom = Files.readString(Path.of("..", "pom.xml"));

    CompatibilityTests() throws IOException {}

    @Test
    void packagesShouldBeThoseThatAreCompared() {
        String rows = all(page, "(?s)\\| package \\|[^\n]*\n(.*?)\n\n").get(0);
        String packages = String.join("\n", all(rows, "(?m)^\\|([^|]*)\\|"));
        assertThat(all(packages, "`(.*?)`"))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(all(pom, "<include>(io\\.delayqueue.*?)</include>"));
    }

    @Test
    void versionsOfEachBuildShouldBeThoseOfThePoms() throws IOException {
        String bom = Files.readString(Path.of("..", "bom", "pom.xml"));
        assertThat(page)
                .containsPattern("\n\\| %s \\| %s \\| .* \\| each build \\|\n"
                        .formatted(
                                all(bom, "<spring-boot.version>(.*?)<").get(0),
                                all(pom, "<java.release>(.*?)<").get(0)));
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
