package io.delayqueue.starter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Parts of pages and poms. */
final class Texts {

    private Texts() {}

    /** Returns the first group of each match. */
    static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    /** Returns the value of the property of a pom, whose path starts at the repository. */
    static String property(String pom, String name) throws IOException {
        return all(Files.readString(Path.of("..").resolve(pom)), "<" + name + ">(.*?)<")
                .get(0);
    }
}
