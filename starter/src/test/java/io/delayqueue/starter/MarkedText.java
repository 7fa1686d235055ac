package io.delayqueue.starter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Markdown text whose code blocks have a name in a comment on the previous line, such as {@code <!-- code: spring -->}. */
record MarkedText(String text) {

    static MarkedText read(Path file) throws IOException {
        return new MarkedText(Files.readString(file));
    }

    /** Returns the Java code with this name. */
    String code(String name) {
        return code(name, "java");
    }

    /** Returns the code with this name. */
    String code(String name, String language) {
        return block("<!-- code: " + name + " -->\n", language);
    }

    /** Returns the Java files of this package that are shown whole, by the names of their classes. */
    Map<String, String> files(String ofPackage) {
        return Pattern.compile("(?ms)^<!-- from: (\\w+)\\.java -->\n```java\n(package " + Pattern.quote(ofPackage)
                        + ";.*?)^```$")
                .matcher(text)
                .results()
                .collect(Collectors.toMap(file -> file.group(1), file -> file.group(2)));
    }

    /** Returns the output of the code with this name as a pattern with any numbers. */
    Pattern output(String name) {
        String output = block("<!-- output: " + name + " -->\n", "text").strip();
        return Pattern.compile("(?m)^" + Pattern.quote(output).replaceAll("\\d+", "\\\\E\\\\d+\\\\Q") + "$");
    }

    /** Returns the first block of this language under a heading. */
    String blockUnder(String heading, String language) {
        return new MarkedText(section(heading)).block("", language);
    }

    /** Returns the lines of all blocks of this language under a heading. */
    List<String> linesUnder(String heading, String language) {
        return fence(language)
                .matcher(section(heading))
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
            throw new IllegalStateException("There is no " + language + " block after " + mark.strip());
        }
        return block.group(1);
    }

    private static Pattern fence(String language) {
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$");
    }
}
