package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between the pages. */
class LinksTests {

    private static final Path PROJECT = Path.of("..");

    private static final Path DECISIONS = Path.of("..", "docs", "adr");

    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");

    static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(PROJECT);
                Stream<Path> docs = Files.walk(PROJECT.resolve("docs"));
                Stream<Path> samples = Files.walk(PROJECT.resolve("samples"), 2)) {
            return Stream.of(root, docs, samples)
                    .flatMap(pages -> pages)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksShouldLeadToFilesAndHeadings(Path page) throws IOException {
        Matcher link = LINK.matcher(withoutCode(page));
        while (link.find()) {
            Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
            assertThat(target).as("%s in %s", link.group(), page).exists();
            if (link.group(2) != null) {
                assertThat(anchors(target)).as("%s in %s", link.group(), page).contains(link.group(2));
            }
        }
    }

    @Test
    void eachDecisionShouldBeInTheIndexWithItsTitle() throws IOException {
        String index = Files.readString(DECISIONS.resolve("README.md"));
        try (Stream<Path> decisions = Files.list(DECISIONS)) {
            for (Path decision :
                    decisions.filter(file -> !file.endsWith("README.md")).toList()) {
                String[] title = Files.readAllLines(decision).get(0).split("\\. ", 2);
                assertThat(index)
                        .contains("\n| [%s](%s) | %s"
                                .formatted(title[0].substring("# ".length()), decision.getFileName(), title[1]));
            }
        }
    }

    /** Anchors as on GitHub. */
    private static List<String> anchors(Path page) throws IOException {
        return HEADING.matcher(withoutCode(page))
                .results()
                .map(heading -> heading.group(1)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static String withoutCode(Path page) throws IOException {
        return CODE.matcher(Files.readString(page)).replaceAll("");
    }
}
