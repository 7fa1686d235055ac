package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Code in a page. Java has a mark such as {@code <!-- from: Orders.java -->} before it, with the file of tests that it is from;
 * a line {@code // …} stands for a part that the page omits. Code with a name, {@code <!-- code: loop -->}, is for a test of its own.
 */
public final class QuotedCode {

    private static final Pattern JAVA = Pattern.compile("(?ms)^([^\n]*)\n```java\n(.*?)^```$");

    private static final Pattern MARK = Pattern.compile("<!-- from: \\w+\\.java -->|<!-- code: [\\w-]+ -->");

    private static final Pattern MARKED = Pattern.compile("(?ms)^<!-- from: (\\w+\\.java) -->\n```java\n(.*?)^```$");

    /** An import of this library or of Spring: of types whose package a reader cannot guess. */
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(?:io\\.delayqueue|org\\.springframework)\\.[\\w.]*\\b(\\w+);$");

    private static final Pattern KOTLIN = Pattern.compile("(?ms)^```kotlin\n(.*?)^```$");

    private final Path page;

    private final String text;

    private QuotedCode(Path page) {
        this.page = page;
        this.text = read(page);
    }

    /** Reads a page. */
    public static QuotedCode in(Path page) {
        return new QuotedCode(page);
    }

    /** Asserts that all Java has a mark. */
    public void assertAllMarked() {
        assertThat(JAVA.matcher(text).results()).isNotEmpty().allSatisfy(block -> assertThat(block.group(1))
                .as("the line before%n%s", block.group(2))
                .matches(MARK));
    }

    /**
     * Asserts that the page has Java with a mark, and that it is in the marked files of the folders: whole lines, and the parts of a
     * block in the order of the file. A block begins with the file's imports of those types of this library and of Spring that it uses.
     */
    public void assertFrom(Path... folders) {
        List<MatchResult> blocks = MARKED.matcher(text).results().toList();
        assertThat(blocks).as("marked code in %s", page).isNotEmpty();
        for (MatchResult block : blocks) {
            String file = read(Stream.of(folders)
                    .map(folder -> folder.resolve(block.group(1)))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow());
            String code = withoutImports(block.group(2));
            assertThat(imports(block.group(2)))
                    .as("the imports of%n%s", code)
                    .containsAll(imports(file).stream()
                            .filter(line -> uses(code, line))
                            .toList());
            assertThat(file.lines().toList())
                    .containsAll(block.group(2)
                            .lines()
                            .filter(line -> line.startsWith("import "))
                            .toList());
            String rest = normalized(withoutImports(file));
            for (String part : code.split("(?m)^ *// …$")) {
                String lines = normalized(part);
                assertThat(rest).as("the rest of %s", block.group(1)).contains(lines);
                rest = rest.substring(rest.indexOf(lines) + lines.length() - 1);
            }
        }
    }

    private static List<String> imports(String code) {
        return IMPORT.matcher(code).results().map(MatchResult::group).toList();
    }

    private static String withoutImports(String code) {
        return code.replaceAll("(?m)^import .*\n", "");
    }

    private static boolean uses(String code, String line) {
        String name = line.replaceFirst(".*\\.(\\w+);", "$1");
        return Pattern.compile("(?<![\\w.])" + name + "\\b")
                .matcher(code.replaceAll("//.*", ""))
                .find();
    }

    /** Asserts that the page has Kotlin, and that it is in the file, whole lines. */
    public void assertKotlinFrom(Path file) {
        String code = normalized(read(file));
        assertThat(KOTLIN.matcher(text).results())
                .as("Kotlin in %s", page)
                .isNotEmpty()
                .allSatisfy(block -> assertThat(code).contains(normalized(block.group(1))));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without indentation, empty lines and the space that aligns comments; a line end is before and behind each line. */
    private static String normalized(String code) {
        return code.lines()
                .map(String::strip)
                .map(line -> line.replaceFirst("\\s+//", " //"))
                .filter(line -> !line.isEmpty())
                .map(line -> line + "\n")
                .collect(Collectors.joining("", "\n", ""));
    }
}
