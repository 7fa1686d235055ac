package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.RedisImages;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The workflow runs the documented commands. */
class WorkflowTests {

    private static final Path ROOT = Path.of("..");

    private final Map<?, ?> workflow = workflow();

    private static Map<?, ?> workflow() {
        try (Reader file = Files.newBufferedReader(ROOT.resolve(".github/workflows/build.yml"))) {
            return new Yaml().load(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void jdksShouldBeThoseOfTheDocumentation() throws IOException {
        List<?> jdks = matrix("jdk", "java");
        assertThat(jdks).isNotEmpty();
        assertThat(numbers("CONTRIBUTING.md", "builds on JDK (.*?), on each")).isEqualTo(jdks);
        assertThat(numbers("pom.xml", "<java.release>(.*?)</java.release>")).isEqualTo(jdks.subList(0, 1));
    }

    @Test
    void imagesShouldBeThoseOfTheTests() {
        assertThat(matrix("redis", "image")).isEqualTo(RedisImages.NAMES);
    }

    @Test
    void imagesShouldBeThoseOfTheDocumentation() throws IOException {
        String row = group("docs/redis-setup.md", "\n\\| the images (.*?) \\|");
        assertThat(all(row, "`(.*?)`")).isEqualTo(RedisImages.NAMES);
    }

    @Test
    void everyJobShouldRunTheBuildAndEndInTime() throws IOException {
        assertThat(jobs()).allSatisfy((name, job) -> assertThat(job).containsKey("timeout-minutes"));
        String command = all(Files.readString(ROOT.resolve(".ci/run")), "\n(mvn .*) \\|\\|")
                .get(0);
        assertThat(command("jdk")).isEqualTo(command);
        assertThat(command("redis")).isEqualTo(command + " -T 1 -Ddelayqueue.test.redis=localhost:6379");
        assertThat(command("chaos")).isEqualTo(command + " -Pchaos");
    }

    @Test
    void pastedCodeShouldBeRunByTheDocumentedCommands() throws IOException {
        List<Object> commands = commands("paste");
        assertThat(commands).startsWith("mvn -B install -DskipTests");
        assertThat(Files.readString(ROOT.resolve("CONTRIBUTING.md")))
                .contains("\n" + commands.get(0) + " && " + commands.get(1));
        List<String> tools = all(group("starter/pom.xml", "<delayqueue.paste>(.*)</delayqueue.paste>"), "(\\w+)");
        assertThat(tools).isNotEmpty().allSatisfy(tool -> assertThat(commands)
                .contains("mvn -B verify -pl starter -Ddelayqueue.paste=" + tool));
    }

    @Test
    void workflowShouldOnlyRead() {
        assertThat(workflow.get("permissions")).isEqualTo(Map.of("contents", "read"));
        assertThat(jobs()).allSatisfy((name, job) -> assertThat(job).doesNotContainKey("permissions"));
    }

    @SuppressWarnings("unchecked")
    private Map<String, Map<String, ?>> jobs() {
        return (Map<String, Map<String, ?>>) workflow.get("jobs");
    }

    private List<?> matrix(String job, String dimension) {
        Map<?, ?> strategy = (Map<?, ?>) jobs().get(job).get("strategy");
        return (List<?>) ((Map<?, ?>) strategy.get("matrix")).get(dimension);
    }

    private Object command(String job) {
        return commands(job).get(0);
    }

    private List<Object> commands(String job) {
        return ((List<?>) jobs().get(job).get("steps"))
                .stream()
                        .<Object>map(step -> ((Map<?, ?>) step).get("run"))
                        .filter(run -> run != null)
                        .toList();
    }

    private static List<Integer> numbers(String file, String pattern) throws IOException {
        return all(group(file, pattern), "(\\d+)").stream()
                .map(Integer::valueOf)
                .toList();
    }

    private static String group(String file, String pattern) throws IOException {
        List<String> found = all(Files.readString(ROOT.resolve(file)), pattern);
        assertThat(found).as("\"%s\" in %s", pattern, file).hasSize(1);
        return found.get(0);
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }
}
