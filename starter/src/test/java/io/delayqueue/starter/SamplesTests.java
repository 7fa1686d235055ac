package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.convert.DurationStyle;
import org.yaml.snakeyaml.Yaml;

/** Projects in the folder {@code samples}, which do not inherit from the build. */
class SamplesTests {

    private static final Path SAMPLES = Path.of("..", "samples");

    private final String build = read(Path.of("..", "bom", "pom.xml"));

    static List<Path> samples() throws IOException {
        try (Stream<Path> folders = Files.list(SAMPLES)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void versionsShouldBeThoseOfTheBuild(Path sample) {
        String pom = read(sample.resolve("pom.xml"));
        assertThat(element(pom, "delayqueue.version")).isEqualTo(element(build, "version"));
        assertThat(element(pom, "version")).isEqualTo(element(build, "spring-boot.version"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void sampleShouldNotBePublished(Path sample) {
        String pom = read(sample.resolve("pom.xml"));
        assertThat(element(pom, "maven.install.skip")).isEqualTo("true");
        assertThat(element(pom, "maven.deploy.skip")).isEqualTo("true");
    }

    @Test
    void samplesShouldBeBuiltAndListed() throws IOException {
        List<String> names = samples().stream()
                .map(folder -> folder.getFileName().toString())
                .toList();
        assertThat(all(read(SAMPLES.resolve("pom.xml")), "<module>(.*)</module>"))
                .containsExactlyInAnyOrderElementsOf(names);
        assertThat(all(read(SAMPLES.resolve("README.md")), "\n\\| \\[(.*?)]\\(\\1/README.md\\)"))
                .containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void instancesOfTheComposeFileShouldReachItsRedisAndHaveTimeToStop() {
        Map<String, Map<String, ?>> services = new Yaml()
                .<Map<String, Map<String, Map<String, ?>>>>load(read(SAMPLES.resolve("several-instances/compose.yaml")))
                .get("services");
        Map<String, ?> application = services.get("parcels");
        String redis = ((Map<?, ?>) application.get("environment"))
                .get("SPRING_DATA_REDIS_HOST")
                .toString();
        assertThat(services).containsKey(redis);
        assertThat(((Map<?, ?>) application.get("depends_on")).keySet()).isEqualTo(Set.of(redis));
        assertThat(services.get(redis).get("command").toString())
                .contains("--appendonly, yes", "--maxmemory-policy, noeviction");
        Duration shutdown = duration(all(read(Path.of("..", "README.md")), "`delayqueue.shutdown-timeout` \\| `(.*?)`")
                .get(0));
        assertThat(duration(application.get("stop_grace_period").toString())).isGreaterThan(shutdown);
    }

    private static Duration duration(String text) {
        return DurationStyle.detectAndParse(text);
    }

    /** The text of the first element of this name. */
    private static String element(String xml, String name) {
        return all(xml, "<" + Pattern.quote(name) + ">(.*?)</").get(0);
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
