package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Translated pages keep in step with the English ones. Under each heading a translated page has the hash of the English section and the
 * English anchor: {@code <!-- en: 3f2a91c0 --><a id="add-it"></a>}.
 */
class TranslationTests {

    private static final Path PROJECT = Path.of("..");

    private static final Pattern HEADING = Pattern.compile("(#+) (.+)");

    private static final Pattern MARK = Pattern.compile("^<!-- en: ([0-9a-f]{8}) --><a id=\"([^\"]*)\"></a>\n");

    private static final Pattern CODE = Pattern.compile("(?ms)^(?:<!-- [\\w-]+: \\S+ -->\n)?```.*?^```$");

    private static final Pattern TEXT_IN_CODE = Pattern.compile("`[^`]+`");

    private static final Pattern LINK = Pattern.compile("(?:]\\(|\\bsrc(?:set)?=\"|\\bhref=\")([^)\"\\s]+)[)\"]");

    private static final Pattern PICTURE = Pattern.compile("(.*/images/.+?)((?:-narrow)?-(?:light|dark)\\.png)");

    private static final Pattern NUMBER = Pattern.compile("\\d+(?:[.,]\\d+)*");

    /** A section with its heading. */
    private record Section(String level, String heading, List<String> lines) {

        String text() {
            return String.join("\n", lines).strip() + "\n";
        }

        String hash() {
            try {
                byte[] hash = MessageDigest.getInstance("SHA-256")
                        .digest((level + heading + "\n" + text()).getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(hash, 0, 4);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static Stream<Path> translatedPages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(PROJECT.resolve("README.zh-CN.md")));
        try (Stream<Path> files = Files.list(PROJECT.resolve("docs/zh-CN"))) {
            files.sorted().forEach(pages::add);
        }
        return pages.stream();
    }

    @ParameterizedTest
    @MethodSource("translatedPages")
    void translationShouldBeThatOfThePage(Path translated) throws IOException {
        Path page = english(translated);
        List<Section> sections = sections(page);
        List<Section> translations = sections(translated);
        assertThat(translations).extracting(Section::level).isEqualTo(levels(sections));
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            String name = "“" + section.heading() + "” in " + page;
            String marked = translations.get(i).text();
            MatchResult mark = MARK.matcher(marked).results().findFirst().orElse(null);
            assertThat(mark)
                    .as("%s: the line below the heading of the translation", name)
                    .isNotNull();
            assertThat(mark.group(2)).as("%s: anchor", name).isEqualTo(LinksTests.anchor(section.heading()));
            String text = marked.substring(mark.end());
            assertSame(name + ": code", section.text(), text, all(CODE, MatchResult::group));
            String prose = withoutCode(section.text());
            String translatedProse = withoutCode(text);
            assertSame(name + ": tables", prose, translatedProse, TranslationTests::tables);
            assertSame(name + ": names in code", prose, translatedProse, sorted(TEXT_IN_CODE, MatchResult::group));
            assertThat(sorted(LINK, link -> target(translated, link)).apply(translatedProse))
                    .as("%s: links", name)
                    .isEqualTo(sorted(LINK, link -> translatedPicture(target(page, link)))
                            .apply(prose));
            assertSame(
                    name + ": numbers",
                    numbersOnly(prose),
                    numbersOnly(translatedProse),
                    sorted(NUMBER, MatchResult::group));
            assertThat(mark.group(1))
                    .as("%s: has changed, translate it again", name)
                    .isEqualTo(section.hash());
        }
    }

    private static void assertSame(String name, String page, String translated, Function<String, List<String>> parts) {
        assertThat(parts.apply(translated)).as(name).isEqualTo(parts.apply(page));
    }

    private static List<String> levels(List<Section> sections) {
        return sections.stream().map(Section::level).toList();
    }

    /** Returns the English page of a translated one, and other files as they are. */
    private static Path english(Path file) {
        Path folder = file.getParent();
        String name = file.getFileName().toString();
        return folder.endsWith("zh-CN")
                ? folder.resolveSibling(name)
                : file.resolveSibling(name.replace(".zh-CN.md", ".md"));
    }

    /** A line of code that begins with # is no heading. */
    private static List<Section> sections(Path page) throws IOException {
        List<Section> sections = new ArrayList<>();
        boolean isCode = false;
        for (String line : Files.readAllLines(page)) {
            isCode ^= line.startsWith("```");
            Matcher heading = HEADING.matcher(line);
            if (!isCode && heading.matches()) {
                sections.add(new Section(heading.group(1), heading.group(2), new ArrayList<>()));
            } else {
                sections.get(sections.size() - 1).lines().add(line);
            }
        }
        return sections;
    }

    private static String withoutCode(String text) {
        return CODE.matcher(text).replaceAll("");
    }

    /** Without what has numbers of its own: links, and names in code. */
    private static String numbersOnly(String prose) {
        return TEXT_IN_CODE
                .matcher(LINK.matcher(prose).replaceAll(""))
                .replaceAll("")
                .replaceAll("https?://\\S+", "");
    }

    private static List<String> tables(String prose) {
        return prose.lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> String.valueOf(line.split("(?<!\\\\)\\|", -1).length))
                .toList();
    }

    private static Function<String, List<String>> all(Pattern pattern, Function<MatchResult, String> part) {
        return text -> pattern.matcher(text).results().map(part).toList();
    }

    private static Function<String, List<String>> sorted(Pattern pattern, Function<MatchResult, String> part) {
        return text -> pattern.matcher(text).results().map(part).sorted().toList();
    }

    /** Returns the target of a link as a path of the project: the English page of a translated one. */
    private static String target(Path page, MatchResult link) {
        String target = link.group(1);
        if (target.contains(":")) {
            return target;
        }
        String[] parts = target.split("#", 2);
        Path file = english(
                parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize());
        return file.normalize() + (parts.length > 1 ? "#" + parts[1] : "");
    }

    /** Returns the picture in Chinese of a picture that has one, and other targets as they are. */
    private static String translatedPicture(String target) {
        Matcher picture = PICTURE.matcher(target);
        String translated = picture.matches() ? picture.group(1) + "-zh" + picture.group(2) : target;
        return Files.exists(Path.of(translated)) ? translated : target;
    }
}
