package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Packages and types that docs/compatibility.md names as API. */
class ApiListTests {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`io\\.delayqueue\\b.*?) \\|");

    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private static final Pattern INCLUDE = Pattern.compile("<include>(io\\.delayqueue.*)</include>");

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?((io\\.delayqueue[a-z.]*)\\.[A-Z]\\w*).*$");

    private static Set<String> api() throws IOException {
        return ROW.matcher(Files.readString(Path.of("..", "docs", "compatibility.md")))
                .results()
                .flatMap(row -> NAME.matcher(row.group(1)).results())
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static List<Path> pages() throws IOException {
        return LinksTests.pages();
    }

    @Test
    void comparedApiShouldBeThatOfThePage() throws IOException {
        List<String> compared = INCLUDE.matcher(Files.readString(Path.of("..", "pom.xml")))
                .results()
                .map(name -> name.group(1))
                .toList();
        assertThat(compared).containsExactlyElementsOf(api());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pagesShouldImportApiOnly(Path page) throws IOException {
        Set<String> api = api();
        assertThat(IMPORT.matcher(Files.readString(page)).results())
                .filteredOn(type -> !api.contains(type.group(1)) && !api.contains(type.group(2)))
                .extracting(type -> type.group(1))
                .as("imports in %s that docs/compatibility.md does not name", page)
                .isEmpty();
    }
}
