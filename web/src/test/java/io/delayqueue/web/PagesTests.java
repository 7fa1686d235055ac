package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies in the documentation. */
class PagesTests {

    private static final Pattern OUR_DEPENDENCY =
            Pattern.compile("<dependency>\\s*<groupId>io\\.delayqueue</groupId>.*?</dependency>", Pattern.DOTALL);

    /** The documented dependency has a version, because no BOM manages it. */
    @Test
    void dependenciesShouldHaveTheirVersions() throws IOException {
        try (Stream<Path> docs = Files.list(Path.of("..", "docs"))) {
            List<String> dependencies = Stream.concat(docs, Stream.of(Path.of("..", "README.md")))
                    .filter(page -> page.toString().endsWith(".md"))
                    .flatMap(
                            page -> OUR_DEPENDENCY.matcher(text(page)).results().map(MatchResult::group))
                    .toList();
            assertThat(dependencies).isNotEmpty().allSatisfy(dependency -> assertThat(dependency)
                    .contains("<version>"));
        }
    }

    private static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
