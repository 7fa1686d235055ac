package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests that docs/delivery-guarantees.md names are there. */
class GuaranteesTests {

    private static final Pattern NAMED =
            Pattern.compile("`((?:\\w+/)*\\w+(?:IT|Tests|Contract))(?:\\.(\\w+))?`(?:, `\\.(\\w+)`)?");

    static List<MatchResult> named() throws IOException {
        Matcher matcher = NAMED.matcher(Files.readString(Path.of("..", "docs", "delivery-guarantees.md")));
        return matcher.results().toList();
    }

    @ParameterizedTest
    @MethodSource("named")
    void namedTestShouldBeThere(MatchResult test) throws IOException {
        String source = source(test.group(1));
        for (int group = 2; group <= 3; group++) {
            if (test.group(group) != null) {
                assertThat(source).contains("void " + test.group(group) + "(");
            }
        }
    }

    private static String source(String name) throws IOException {
        StringBuilder found = new StringBuilder();
        for (String module : List.of("core", "autoconfigure", "jdbc", "migrate", "test")) {
            Path tests = Path.of("..", module, "src", "test", "java", "io", "delayqueue");
            for (String folder : List.of("", "scenario/")) {
                Path file = tests.resolve(folder + name + ".java");
                if (Files.exists(file)) {
                    found.append(Files.readString(file));
                }
            }
        }
        assertThat(found).as(name + " in docs/delivery-guarantees.md").isNotEmpty();
        return found.toString();
    }
}
