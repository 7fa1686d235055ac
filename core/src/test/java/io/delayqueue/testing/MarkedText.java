package io.delayqueue.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Markdown text whose code blocks have a name in a comment on the previous line, such as {@code <!-- code: spring -->}. */
public record MarkedText(String text) {

    private static final Pattern NAMES =
            Pattern.compile("(?ms)\\A(?:package ([\\w.]+);)?.*?^(?:public )?(?:class|record) (\\w+)");

    /** Reads a page. */
    public static MarkedText read(Path page) throws IOException {
        return new MarkedText(Files.readString(page));
    }

    /** Returns the Java code with this name. */
    public String code(String name) {
        return code(name, "java");
    }

    /** Returns the code with this name. */
    public String code(String name, String language) {
        return block("<!-- code: " + name + " -->\n", language);
    }

    /** Returns the Java files that are shown whole, by their paths and in the order of the page. */
    public Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        fence("java")
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .filter(code -> code.startsWith("package "))
                .forEach(code -> files.put(path(code), code));
        return files;
    }

    /** Returns the path of the file that has this Java code. */
    public static String path(String java) {
        Matcher names = NAMES.matcher(java);
        if (!names.find()) {
            throw new IllegalStateException("There is no class in\n" + java);
        }
        String folder = names.group(1) == null ? "" : names.group(1).replace('.', '/') + "/";
        return folder + names.group(2) + ".java";
    }

    /** Returns the output of the code with this name, as a pattern of whole lines. */
    public Pattern output(String name) {
        String output = block("<!-- output: " + name + " -->\n", "text").strip();
        return Pattern.compile("(?m)^" + Pattern.quote(output) + "$");
    }

    /** Returns the first block of this language. */
    public String block(String language) {
        return block("", language);
    }

    /** Returns the first block of this language under a heading. */
    public String blockUnder(String heading, String language) {
        return new MarkedText(section(heading)).block(language);
    }

    /** Returns the lines of all blocks of this language under a heading. */
    public List<String> linesUnder(String heading, String language) {
        return new MarkedText(section(heading)).lines(language);
    }

    /** Returns the lines of all blocks of this language. */
    public List<String> lines(String language) {
        return fence(language)
                .matcher(text)
                .results()
                .flatMap(block -> block.group(1).lines())
                .toList();
    }

    private String section(String heading) {
        Matcher section = Pattern.compile("(?ms)^## " + Pattern.quote(heading) + "\n(.*?)(?=^## |\\z)")
                .matcher(text);
        if (!section.find()) {
            throw new IllegalStateException("There is no heading \"" + heading + "\"");
        }
        return section.group(1);
    }

    private String block(String mark, String language) {
        Matcher block =
                Pattern.compile("(?m)^" + Pattern.quote(mark) + fence(language)).matcher(text);
        if (!block.find()) {
            throw new IllegalStateException(
                    "There is no " + language + " block" + (mark.isEmpty() ? "" : " after " + mark.strip()));
        }
        return block.group(1);
    }

    private static Pattern fence(String language) {
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$");
    }
}
