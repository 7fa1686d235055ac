package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** Only {@code io.delayqueue.redis} sends commands to Redis: no other package has a command in its strings. */
class RedisWordsTests {

    private static final Path SOURCES = Path.of("src", "main", "java");

    private static final Path REDIS = SOURCES.resolve(Path.of("io", "delayqueue", "redis"));

    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*\"");

    private static final Pattern COMMAND = Pattern.compile(
            Arrays.stream(Command.values()).map(Command::name).collect(Collectors.joining("|", "\\b(", ")\\b")));

    @Test
    void otherPackagesShouldNotNameCommands() {
        List<Path> others = sources().filter(file -> !file.startsWith(REDIS)).toList();
        assertThat(others).isNotEmpty().allSatisfy(file -> assertThat(commands(read(file)))
                .isEmpty());
    }

    @Test
    void aCommandInAStringShouldBeFound() {
        assertThat(commands("""
                // A comment may say "only" BLPOP.
                client.send("BLPOP " + key, "HSETS", "blpop");
                """)).containsExactly("\"BLPOP \"");
    }

    private static List<String> commands(String source) {
        return STRING.matcher(source)
                .results()
                .map(MatchResult::group)
                .filter(text -> COMMAND.matcher(text).find())
                .toList();
    }

    private static Stream<Path> sources() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
