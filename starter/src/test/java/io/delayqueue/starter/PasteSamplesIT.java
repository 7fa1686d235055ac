package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.MarkedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.FileSystemUtils;

/** Copies of the samples, with the commands of their pages. Docker and Kubernetes are not needed here. */
@Tag("maven")
class PasteSamplesIT extends PastedProject {

    private static final Path SAMPLES = Path.of("..", "samples");

    PasteSamplesIT() throws IOException {}

    static List<Path> samples() throws IOException {
        try (Stream<Path> folders = Files.list(SAMPLES)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void copyShouldPassItsTests(Path sample) throws IOException, InterruptedException {
        copy(sample);
        assertThat(commands(sample.resolve("README.md"))).contains("mvn test");
        awaitSuccess(command("mvn test"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void copyShouldRunWithoutRedis(Path sample) throws IOException {
        copy(sample);
        redis.close();
        String command = commands(SAMPLES.resolve("README.md")).get(2);
        assertThat(command).contains("delayqueue.store=memory");
        awaitOutput(command(command), Pattern.compile("Started \\w+Application"));
        assertThat(output()).containsPattern("WARN .*lost when it ends");
    }

    @ParameterizedTest
    @CsvSource({
        "cron-report, 'Report of .*, attempt 1'",
        "debounce, Indexed",
        "ledger, 'ada: .*, balance '",
        "order-timeout, Order 2 was not paid: cancelled",
        "webhook, 'failed, and will be repeated'"
    })
    void copyShouldDoWhatItsPageSays(String name, Pattern said) throws IOException {
        Path sample = SAMPLES.resolve(name);
        copy(sample);
        awaitOutput(command(commands(sample.resolve("README.md")).get(0)), said);
    }

    private static List<String> commands(Path page) throws IOException {
        return MarkedText.read(page).lines("shell");
    }

    private void copy(Path sample) throws IOException {
        FileSystemUtils.copyRecursively(sample, project);
        FileSystemUtils.deleteRecursively(project.resolve("target"));
    }
}
