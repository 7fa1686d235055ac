package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installation of a browser by .ci/run, with fake commands of Debian that record their calls. */
class CiRunTests {

    private static final List<String> INSTALL = List.of(
            "apt-get update -qq",
            "apt-get install -y -qq --no-install-recommends chromium-headless-shell chromium-driver");

    private static final String BUILD_WHILE_INSTALLING = "mvn -B verify, the installer is known";

    private static final Set<String> RECORDED = Set.of("apt-get", "sudo", "mvn");

    private static final Path SCRIPT = Path.of("..", ".ci", "run");

    @TempDir
    private Path programs;

    @TempDir
    private Path results;

    @BeforeEach
    void debian() throws IOException {
        standIn("dirname", "exec " + program("dirname") + " \"$@\"");
        standIn("grep", "exit 0");
        standIn("id", "echo 0");
        standIn("apt-get", "exit 0");
        standIn("mvn", "exit 7");
    }

    @Test
    void shouldInstallABrowserWhereThereIsNone() throws Exception {
        assertThat(run()).isEqualTo(7);
        assertThat(calls()).containsExactlyInAnyOrder(INSTALL.get(0), INSTALL.get(1), BUILD_WHILE_INSTALLING);
    }

    @Test
    void shouldInstallNothingWhereThereIsABrowser() throws Exception {
        standIn("chromedriver", "exit 1");
        standIn("google-chrome", "exit 1");
        assertThat(run()).isEqualTo(7);
        assertThat(calls()).containsExactly("mvn -B verify");
        assertThat(output()).isEmpty();
    }

    @Test
    void shouldInstallTheDriverOfABrowserThatHasNone() throws Exception {
        standIn("chromium", "exit 1");
        assertThat(run()).isEqualTo(7);
        assertThat(calls()).containsAll(INSTALL);
    }

    @Test
    void shouldBuildWhenInstallingFails() throws Exception {
        standIn("apt-get", "exit 100");
        assertThat(run()).isEqualTo(7);
        assertThat(calls()).containsExactlyInAnyOrder(INSTALL.get(0), BUILD_WHILE_INSTALLING);
        assertThat(output()).contains("the tests of the dashboard will be skipped");
    }

    @Test
    void shouldAskForTheRightsOfRoot() throws Exception {
        standIn("id", "echo 1000");
        standIn("sudo", "exit 1");
        assertThat(run()).isEqualTo(7);
        assertThat(calls()).containsExactlyInAnyOrder("sudo -n " + INSTALL.get(0), BUILD_WHILE_INSTALLING);
    }

    @Test
    void shouldBuildOnOtherSystems() throws Exception {
        standIn("grep", "exit 1");
        assertThat(run()).isEqualTo(7);
        assertThat(calls()).containsExactly("mvn -B verify");
        assertThat(output()).contains("the tests of the dashboard will be skipped");
    }

    @Test
    void shouldPrintWhatFailedTestsWrote(@TempDir Path project) throws Exception {
        Path script = Files.createDirectories(project.resolve(".ci")).resolve("run");
        Files.copy(SCRIPT, script);
        standIn("grep", "exec " + program("grep") + " \"$@\"");
        standIn("tail", "exec " + program("tail") + " \"$@\"");
        Path reports = Files.createDirectories(project.resolve("core/target/failsafe-reports"));
        Files.writeString(reports.resolve("a.FailedIT.txt"), "failedIT.x -- Time elapsed: 1 s <<< ERROR!\n");
        Files.writeString(reports.resolve("a.FailedIT-output.txt"), "the reason\n");
        Files.writeString(reports.resolve("a.GoodIT.txt"), "Tests run: 1\n");
        Files.writeString(reports.resolve("a.GoodIT-output.txt"), "no reason\n");
        Path ofSample = Files.createDirectories(project.resolve("samples/debounce/target/surefire-reports"));
        Files.writeString(ofSample.resolve("a.FailedTests.txt"), "failedTests.x -- Time elapsed: 1 s <<< FAILURE!\n");
        Files.writeString(ofSample.resolve("a.FailedTests-output.txt"), "the sample's reason\n");
        assertThat(run(script)).isEqualTo(7);
        assertThat(output())
                .contains("failsafe-reports/a.FailedIT-output.txt", "the reason", "the sample's reason")
                .doesNotContain("no reason");
    }

    private int run() throws IOException, InterruptedException {
        return run(SCRIPT);
    }

    private int run(Path script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program("bash").toString(), script.toString())
                .redirectErrorStream(true)
                .redirectOutput(results.resolve("output").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", programs.toString());
        return builder.start().waitFor();
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(results.resolve("calls"));
    }

    private String output() throws IOException {
        return Files.readString(results.resolve("output"));
    }

    private void standIn(String name, String deed) throws IOException {
        Path file = programs.resolve(name);
        String call = RECORDED.contains(name)
                ? "echo \"" + name + " $*${DELAYQUEUE_BROWSER_INSTALLER:+, the installer is known}\" >> "
                        + results.resolve("calls")
                : "";
        Files.writeString(file, String.join("\n", "#!" + program("bash"), call, deed, ""));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path program(String name) {
        return Stream.of("/usr/bin", "/bin")
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
