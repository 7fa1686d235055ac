package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds docs/architecture.md to the code: the classes, methods and scripts that it names exist. */
class ArchitecturePageTests {

    private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z]+[a-z][A-Za-z]*)(?:\\.([a-z]\\w+))?`");

    private static final Pattern SCRIPT = Pattern.compile("`([a-z-]+\\.lua)`");

    /** In another module, or among the tests. */
    private static final Set<String> ELSEWHERE =
            Set.of("VirtualTime", "ArchitectureTests", "PartialLossIT", "LostOutcomeIT");

    static List<MatchResult> classes() throws IOException {
        return page(CLASS);
    }

    static List<MatchResult> scripts() throws IOException {
        return page(SCRIPT);
    }

    private static List<MatchResult> page(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(Path.of("..", "docs", "architecture.md")))
                .results()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("classes")
    void namedClassShouldBeThere(MatchResult name) throws IOException {
        if (ELSEWHERE.contains(name.group(1))) {
            return;
        }
        List<Path> found = files(Path.of("src", "main", "java"), name.group(1) + ".java");
        assertThat(found).as(name.group(1)).hasSize(1);
        if (name.group(2) != null) {
            assertThat(Files.readString(found.get(0))).contains(" " + name.group(2) + "(");
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void namedScriptShouldBeThere(MatchResult name) throws IOException {
        assertThat(files(Path.of("src", "main", "resources"), name.group(1))).hasSize(1);
    }

    private static List<Path> files(Path root, String name) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> file.getFileName().toString().equals(name))
                    .collect(Collectors.toList());
        }
    }
}
