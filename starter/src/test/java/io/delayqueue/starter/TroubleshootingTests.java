package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages that docs/troubleshooting.md quotes occur in the sources, part by part where it has three dots. */
class TroubleshootingTests {

    private static final Path PAGE = Path.of("..", "docs", "troubleshooting.md");

    private static final Pattern MESSAGE = Pattern.compile("(?ms)^<!-- message -->\n```text\n(.*?)^```$");

    private static final List<String> MODULES = List.of("core", "autoconfigure", "web", "test");

    @Test
    void quotedMessagesShouldOccurInTheSources() throws IOException {
        List<String> sources =
                MODULES.stream().flatMap(TroubleshootingTests::sources).toList();
        List<String> messages = MESSAGE.matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1).strip().replaceAll("\\s+", " "))
                .toList();
        assertThat(messages).isNotEmpty();
        assertThat(messages)
                .filteredOn(message -> {
                    String[] parts = message.split("\\s*…\\s*");
                    return sources.stream().noneMatch(source -> containsInOrder(source, parts));
                })
                .as("messages that no source has")
                .isEmpty();
    }

    private static boolean containsInOrder(String source, String[] parts) {
        int from = 0;
        for (String part : parts) {
            int at = source.indexOf(part, from);
            if (at < 0) {
                return false;
            }
            from = at + part.length();
        }
        return true;
    }

    private static Stream<String> sources(String module) {
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(TroubleshootingTests::joined)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The parts of a concatenated literal become one. */
    private static String joined(Path file) {
        try {
            return Files.readString(file)
                    .replaceAll("\"\\s*\\+\\s*\"", "")
                    .replace("\\\"", "\"")
                    .replaceAll("\\s+", " ");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
