package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds what the pages say of properties against the built metadata. With {@code -Ddelayqueue.docs.write} it writes the
 * tables of docs/configuration.md first.
 */
class ConfigurationPageTests {

    private static final Path DOCS = Path.of("..", "docs");

    private static final Path PAGE = DOCS.resolve("configuration.md");

    private static final String BEGIN = "<!-- properties: made by ConfigurationPageTests -->\n";

    private static final String END = "<!-- end of properties -->\n";

    private static final Pattern CODE = Pattern.compile("`([^`]*)`");

    private final Map<String, PropertyMetadata> metadata = PropertyMetadata.all();

    @Test
    void tablesOfThePageShouldBeThoseOfTheMetadata() throws IOException {
        String tables = "\n" + PropertyTables.of(metadata.values());
        if (System.getProperty("delayqueue.docs.write") != null) {
            String page = Files.readString(PAGE);
            Files.writeString(PAGE, page.replace(BEGIN + generated(page) + END, BEGIN + tables + END));
        }
        assertThat(generated(Files.readString(PAGE)))
                .as("CONTRIBUTING.md says what writes these tables")
                .isEqualTo(tables);
    }

    @ParameterizedTest
    @MethodSource("places")
    void placesWhereMoreIsSaidShouldBeThere(Map.Entry<String, String> place) throws IOException {
        assertThat(metadata.keySet()).anyMatch(property -> (property + ".").startsWith(place.getKey() + "."));
        String[] parts = place.getValue().split("#");
        Stream<String> headings = Files.readAllLines(DOCS.resolve(parts[0])).stream()
                .filter(line -> line.startsWith("#"))
                .map(line ->
                        line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT).replace(' ', '-'));
        assertThat(headings).contains(parts.length > 1 ? parts[1] : parts[0].replace(".md", ""));
    }

    static Set<Map.Entry<String, String>> places() {
        return PropertyTables.SEE.entrySet();
    }

    /** A row of the README: names, of which the later ones may leave out the prefix, their defaults, and what they are. */
    @Test
    void namesAndDefaultsOfTheReadmeShouldBeThoseOfTheMetadata() throws IOException {
        List<String[]> rows = Files.readAllLines(Path.of("..", "README.md")).stream()
                .filter(line -> line.startsWith("| `delayqueue.") && !line.contains(".*` |"))
                .map(line -> line.split("\\|"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(10).allSatisfy(row -> {
            List<String> names = names(row[1]);
            assertThat(metadata.keySet()).containsAll(names);
            List<String> defaults = names.stream()
                    .map(name -> metadata.get(name).defaultValue())
                    .filter(value -> !value.isEmpty())
                    .toList();
            assertThat(code(row[2])).as(row[1]).isEqualTo(defaults);
        });
    }

    private static List<String> names(String cell) {
        List<String> names = new ArrayList<>();
        for (String name : code(cell)) {
            String full = name.startsWith(".") ? names.get(0).replaceFirst("\\.[^.]*$", "") + name : name;
            names.add(full.replace(".<group>", ""));
        }
        return names;
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String generated(String page) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        assertThat(begin).as(BEGIN).isNotNegative();
        assertThat(end).as(END).isGreaterThan(begin);
        return page.substring(begin + BEGIN.length(), end);
    }
}
