package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.log.Documentation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between the pages, to their pictures, and from messages to the pages. */
class LinksTests {

    private static final Path PROJECT = Path.of("..");

    /** The one source with the names of files. */
    private static final Path SOURCE = PROJECT.resolve("core/src/main/java/io/delayqueue/log/Documentation.java");

    /** A link in Markdown, or a picture in HTML. */
    private static final Pattern LINK =
            Pattern.compile("(?:]\\(|\\bsrc(?:set)?=\")(?!https?:)([^)#\\s\"]*)(?:#([^)\\s]+))?[)\"]");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    /** The English anchor of a translated heading. */
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");

    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");

    private static final Pattern LINK_OF_MESSAGE =
            Pattern.compile("Documentation\\s*\\.link\\(\\s*\"([^\"#]*)\\.html(?:#([^\"]+))?\"\\)");

    private static final Pattern FILE = Pattern.compile("(?<![/\\w])docs/|\\w\\.md\\b");

    static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(PROJECT);
                Stream<Path> docs = Files.walk(PROJECT.resolve("docs"));
                Stream<Path> demo = Files.list(PROJECT.resolve("demo"));
                Stream<Path> benchmarks = Files.list(PROJECT.resolve("benchmarks"));
                Stream<Path> samples = Files.walk(PROJECT.resolve("samples"), 2)) {
            return Stream.of(root, docs, demo, benchmarks, samples)
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
    void linksOfMessagesShouldLeadToPagesAndHeadings() throws IOException {
        int links = 0;
        for (Path source : sources()) {
            String code = Files.readString(source);
            Matcher link = LINK_OF_MESSAGE.matcher(code);
            int found = 0;
            while (link.find()) {
                found++;
                Path page = PROJECT.resolve("docs").resolve(link.group(1) + ".md");
                assertThat(page).as("%s in %s", link.group(), source).exists();
                if (link.group(2) != null) {
                    assertThat(anchors(page))
                            .as("%s in %s", link.group(), source)
                            .contains(link.group(2));
                }
            }
            assertThat(code.split("Documentation\\s*\\.link\\(", -1))
                    .as("links in %s", source)
                    .hasSize(found + 1);
            links += found;
        }
        assertThat(links).isPositive();
    }

    @Test
    void messagesShouldNameFilesUntilThereIsASite() throws IOException {
        boolean isSite = !Files.readString(SOURCE).contains("site.invalid");
        assertThat(Documentation.link("limits.html#see-it-work"))
                .endsWith(isSite ? "/docs/limits.html#see-it-work" : "docs/limits.md#see-it-work")
                .doesNotContain("invalid");
    }

    @Test
    void messagesShouldNotNameFilesOfTheProject() throws IOException {
        for (Path source : sources()) {
            if (source.equals(SOURCE)) {
                continue;
            }
            assertThat(FILE.matcher(Files.readString(source)).results())
                    .as(source.toString())
                    .isEmpty();
        }
    }

    @Test
    void siteShouldBeThatOfThePom() throws IOException {
        String site = Files.readString(SOURCE).replaceFirst("(?s).* SITE = \"(.*?)\".*", "$1");
        assertThat(Files.readString(PROJECT.resolve("bom/pom.xml")))
                .contains("<delayqueue.site>%s</delayqueue.site>".formatted(site));
    }

    /** Text files of the jars. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("core", "autoconfigure", "test", "web", "jdbc", "migrate")) {
            try (Stream<Path> files = Files.walk(PROJECT.resolve(module).resolve("src/main"))) {
                files.filter(file -> file.toString().matches(".*\\.(java|lua|js|html|json|imports|factories)"))
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    /** Anchors as on GitHub. */
    private static List<String> anchors(Path page) throws IOException {
        String text = withoutCode(page);
        Stream<String> headings = HEADING.matcher(text).results().map(heading -> anchor(heading.group(1)));
        Stream<String> anchors = ANCHOR.matcher(text).results().map(anchor -> anchor.group(1));
        return Stream.concat(headings, anchors).toList();
    }

    /** The anchor of a heading, as on GitHub. */
    static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    private static String withoutCode(Path page) throws IOException {
        return CODE.matcher(Files.readString(page)).replaceAll("");
    }
}
