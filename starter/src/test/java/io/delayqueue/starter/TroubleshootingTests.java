package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Messages that docs/troubleshooting.md quotes occur in the sources, each in a line of a block of text. Three dots stand for a
 * short expression, or for the beginning. Blocks of a log are messages of others.
 */
class TroubleshootingTests {

    private static final Path PAGE = Path.of("..", "docs", "troubleshooting.md");

    private static final Pattern MESSAGES = Pattern.compile("(?ms)^```text\n(.*?)^```$");

    /** Code between two literals of a message; longer ones would find parts of other messages. */
    private static final String EXPRESSION = ".{1,80}";

    private static final List<String> MODULES = List.of("core", "autoconfigure", "web", "jdbc", "migrate", "test");

    @Test
    void quotedMessagesShouldOccurInTheSources() throws IOException {
        List<String> sources =
                MODULES.stream().flatMap(TroubleshootingTests::sources).toList();
        List<String> messages = MESSAGES.matcher(Files.readString(PAGE))
                .results()
                .flatMap(block -> block.group(1).lines())
                .toList();
        assertThat(messages).isNotEmpty();
        assertThat(messages)
                .filteredOn(message -> {
                    Pattern pattern = pattern(message);
                    return sources.stream()
                            .noneMatch(source -> pattern.matcher(source).find());
                })
                .as("messages that no source has")
                .isEmpty();
    }

    /** The annotation and its place are put in front of a message by one class. */
    private static Pattern pattern(String message) {
        return Pattern.compile(
                Arrays.stream(message.replaceFirst("^(@\\w+ is on )?… ?", "").split("…"))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(EXPRESSION)));
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
