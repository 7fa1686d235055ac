package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.RedisImages;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The workflows run the documented commands. */
class WorkflowTests {

    private static final Path ROOT = Path.of("..");

    private final Map<?, ?> workflow = workflow("build");

    private static Map<?, ?> workflow(String name) {
        try (Reader file = Files.newBufferedReader(ROOT.resolve(".github/workflows/" + name + ".yml"))) {
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
        assertThat(Texts.all(row, "`(.*?)`")).isEqualTo(RedisImages.NAMES);
    }

    @Test
    void everyJobShouldRunTheBuildAndEndInTime() throws IOException {
        assertThat(jobs()).allSatisfy((name, job) -> assertThat(job).containsKey("timeout-minutes"));
        String command = Texts.all(Files.readString(ROOT.resolve(".ci/run")), "\n(mvn .*) \\|\\|")
                .get(0);
        assertThat(command("jdk")).isEqualTo(command);
        assertThat(command("redis")).isEqualTo(command + " -T 1 -Ddelayqueue.test.redis=localhost:6379");
        assertThat(command("chaos")).isEqualTo(command + " -Pchaos");
    }

    @Test
    void tortureShouldBeRunByTheDocumentedCommandForALimitedTimeAndKeepItsPage() throws IOException {
        String command = group("docs/torture.md", "\n(mvn .* torture .*)\n");
        assertThat(command("torture")).isEqualTo(command.replace("--minutes 60", "--minutes 30"));
        assertThat((Integer) jobs().get("torture").get("timeout-minutes")).isGreaterThan(2 * 30);
        assertThat((List<?>) jobs().get("torture").get("steps"))
                .extracting(step -> ((Map<?, ?>) step).get("with"))
                .filteredOn(Map.class::isInstance)
                .anyMatch(with -> "docs/torture.md".equals(((Map<?, ?>) with).get("path")));
    }

    @Test
    void pastedCodeShouldBeRunByTheDocumentedCommands() throws IOException {
        List<String> commands = commands("paste");
        String install = "mvn -B install -DskipTests";
        assertThat(commands.get(0)).startsWith(install + " -Dmaven.repo.local=");
        String repository = commands.get(0).substring(install.length());
        assertThat(Files.readString(ROOT.resolve("CONTRIBUTING.md")))
                .contains("\n" + commands.get(0) + " && " + commands.get(1) + " ");
        List<String> tools = Texts.all(group("starter/pom.xml", "<delayqueue.paste>(.*)</delayqueue.paste>"), "(\\w+)");
        assertThat(tools).isNotEmpty().allSatisfy(tool -> assertThat(commands)
                .contains("mvn -B verify -pl starter -Ddelayqueue.paste=" + tool + repository));
    }

    @Test
    void demoShouldBeStartedByTheDocumentedCommand() throws IOException {
        String command = "mvn -q -pl demo -am spring-boot:run";
        String ending = command + " -Dspring-boot.run.arguments=--demo.exit-after=20s";
        assertThat(commands("paste")).contains(ending);
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("\n" + command + "\n");
        assertThat(Files.readString(ROOT.resolve("demo/README.md"))).contains(" " + ending + "\n");
    }

    @Test
    void releaseShouldRunTheDocumentedCommands() throws IOException {
        List<String> documented = Texts.all(Files.readString(ROOT.resolve("docs/releasing.md")), "(?m)^ *(mvn .*)$");
        assertThat(Stream.of(commands("artifacts"), commands(release())).flatMap(List::stream))
                .filteredOn(command -> command.startsWith("mvn"))
                .hasSizeGreaterThan(4)
                .isSubsetOf(documented);
        assertThat(release()).containsKey("timeout-minutes");
    }

    @Test
    void signaturesShouldBeRehearsedByTheDocumentedCommands() throws IOException {
        List<String> rehearsals = commands("artifacts").stream()
                .filter(command -> command.contains("gpg --verify"))
                .toList();
        assertThat(rehearsals).hasSize(1);
        assertThat(Files.readString(ROOT.resolve("docs/releasing.md")))
                .contains("```shell\n" + rehearsals.get(0) + "```");
    }

    @Test
    void apiShouldBeComparedByTheDocumentedCommands() throws IOException {
        assertThat(Files.readString(ROOT.resolve("docs/releasing.md")))
                .contains("```shell\n" + String.join("\n", commands("api")) + "\n```");
    }

    @ParameterizedTest
    @ValueSource(strings = {"build", "release"})
    void workflowShouldOnlyRead(String name) {
        Map<?, ?> workflow = workflow(name);
        assertThat(workflow.get("permissions")).isEqualTo(Map.of("contents", "read"));
        assertThat(jobs(workflow))
                .allSatisfy((job, content) -> assertThat(content).doesNotContainKey("permissions"));
    }

    @Test
    void siteShouldBeBuiltByTheDocumentedCommand() throws IOException {
        Map<String, Map<String, ?>> jobs = jobs(workflow("pages"));
        List<String> commands = commands(jobs.get("pages"));
        assertThat(Files.readString(ROOT.resolve("CONTRIBUTING.md")))
                .contains("\n" + commands.get(0) + "    # ")
                .contains("\n" + commands.get(1) + " && " + commands.get(2).replaceFirst(" -- --base .*", "") + "\n");
        assertThat(jobs).allSatisfy((name, job) -> assertThat(job).containsKey("timeout-minutes"));
    }

    @Test
    void onlyDeploymentOfTheSiteShouldWriteAndItShouldRunNothingElse() {
        Map<String, Map<String, ?>> jobs = jobs(workflow("pages"));
        assertThat(workflow("pages").get("permissions")).isEqualTo(Map.of("contents", "read"));
        assertThat(jobs.get("pages")).doesNotContainKey("permissions");
        assertThat(jobs.get("deploy").get("permissions")).isEqualTo(Map.of("pages", "write", "id-token", "write"));
        assertThat((List<?>) jobs.get("deploy").get("steps")).hasSize(1);
        assertThat(commands(jobs.get("deploy"))).isEmpty();
    }

    private Map<String, Map<String, ?>> jobs() {
        return jobs(workflow);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Map<String, ?>> jobs(Map<?, ?> workflow) {
        return (Map<String, Map<String, ?>>) workflow.get("jobs");
    }

    private static Map<String, ?> release() {
        return jobs(workflow("release")).get("publish");
    }

    private List<?> matrix(String job, String dimension) {
        Map<?, ?> strategy = (Map<?, ?>) jobs().get(job).get("strategy");
        return (List<?>) ((Map<?, ?>) strategy.get("matrix")).get(dimension);
    }

    private Object command(String job) {
        return commands(job).get(0);
    }

    private List<String> commands(String job) {
        return commands(jobs().get(job));
    }

    private static List<String> commands(Map<String, ?> job) {
        return ((List<?>) job.get("steps"))
                .stream()
                        .map(step -> (String) ((Map<?, ?>) step).get("run"))
                        .filter(Objects::nonNull)
                        .toList();
    }

    private static List<Integer> numbers(String file, String pattern) throws IOException {
        return Texts.all(group(file, pattern), "(\\d+)").stream()
                .map(Integer::valueOf)
                .toList();
    }

    private static String group(String file, String pattern) throws IOException {
        List<String> found = Texts.all(Files.readString(ROOT.resolve(file)), pattern);
        assertThat(found).as("\"%s\" in %s", pattern, file).hasSize(1);
        return found.get(0);
    }
}
