package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Empty projects into which blocks of the documentation are pasted, run by the build tools of applications. They need the artifacts
 * in the local repository.
 */
class PasteIT {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String JEDIS = "<properties><jedis.version>7.4.1</jedis.version></properties>";

    private final MarkedText readme = MarkedText.read(Path.of("..", "README.md"));

    private final MarkedText gettingStarted = MarkedText.read(Path.of("..", "docs", "getting-started.md"));

    private final MarkedText testing = MarkedText.read(Path.of("..", "docs", "testing.md"));

    private final String starter = readme.blockUnder("Add it", "xml");

    private final String bootVersion =
            Files.readString(Path.of("..", "bom", "pom.xml")).replaceFirst("(?s).*<spring-boot.version>(.*?)<.*", "$1");

    private final RedisServer redis = RedisServer.start();

    private final List<Process> processes = new ArrayList<>();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path project;

    PasteIT() throws IOException {}

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : processes) {
            List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                    .toList();
            all.forEach(ProcessHandle::destroy);
            process.waitFor();
        }
        redis.close();
    }

    @Test
    @Tag("maven")
    void applicationShouldRun() throws IOException {
        String pom = gettingStarted.code("maven", "xml");
        assertThat(pom).contains("<version>" + bootVersion + "</version>");
        write("pom.xml", pom);
        paste(readme.code("spring"));
        awaitOutput(run(), readme.output("spring"));
    }

    @Test
    @Tag("maven")
    void applicationShouldRunWithoutRedis() throws IOException {
        String command = "mvn spring-boot:test-run -Dspring-boot.run.arguments=--delayqueue.store=memory";
        assertThat(readme.text()).contains("`" + command + "`");
        write("pom.xml", gettingStarted.code("maven", "xml"));
        paste(readme.code("spring"));
        String[] arguments = command.replaceFirst("^mvn ", "").split(" ");
        awaitOutput(start(mvn(arguments), project.resolve("output")), readme.output("spring"));
    }

    /** The page's whole files replace those of the application. */
    @Test
    @Tag("maven")
    void testsShouldPass() throws IOException, InterruptedException {
        write("pom.xml", gettingStarted.code("maven", "xml"));
        paste(readme.code("spring"));
        Map<String, String> files = testing.files("com.example.shop");
        assertThat(files).containsKeys("Orders", "ShopApplication", "OrdersTests", "ReminderTests");
        for (Map.Entry<String, String> file : files.entrySet()) {
            boolean ofTests = file.getKey().contains("Test") || file.getValue().contains("io.delayqueue.test.");
            write(
                    "src/%s/java/com/example/shop/%s.java".formatted(ofTests ? "test" : "main", file.getKey()),
                    file.getValue());
        }
        Process tests = start(mvn("test"), project.resolve("output"));
        assertThat(tests.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(tests.exitValue()).as(output()).isZero();
        assertThat(project.resolve("target/surefire-reports/com.example.shop.OrdersTests.txt"))
                .content()
                .contains("Tests run: 3, Failures: 0, Errors: 0");
    }

    @Test
    @Tag("maven")
    void applicationShouldRunWhenBeansAreLazy() throws IOException {
        pom(bootVersion, dependencies(starter));
        paste(readme.code("spring"));
        awaitOutput(run("--spring.main.lazy-initialization=true"), readme.output("spring"));
    }

    @Test
    @Tag("maven")
    void applicationShouldRunBesideLettuce() throws IOException {
        pom(bootVersion, dependencies(starter, springBoot("spring-boot-starter-data-redis")));
        paste(readme.code("spring"));
        awaitOutput(run("--debug"), readme.output("spring"));
        assertThat(output()).contains("LettuceConnectionConfiguration matched");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.7", "4.0.9"})
    @Tag("maven")
    void applicationShouldRunWithSpringBoot40AndLaterJedis(String version) throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "compatibility.md")))
                .contains(version, "`jedis.version` set to 7.4.1");
        pom(version, JEDIS + dependencies(starter));
        paste(readme.code("spring"));
        awaitOutput(run(), readme.output("spring"));
    }

    @Test
    @Tag("maven")
    void applicationWithSpringBoot40AndItsJedisShouldSayWhatItNeeds() throws IOException {
        pom("4.0.7", dependencies(starter));
        paste(readme.code("spring"));
        awaitOutput(run(), Pattern.compile("The queue needs a later version of Jedis than jedis-7\\.0\\..*\\.jar"));
    }

    @Test
    @Tag("maven")
    void applicationInKotlinShouldRun() throws IOException {
        kotlinPom();
        pasteKotlin(gettingStarted.code("kotlin", "kotlin"));
        awaitOutput(run(), gettingStarted.output("kotlin"));
    }

    @Test
    @Tag("maven")
    void payloadInKotlinShouldHaveDefaultsForWhatIsNotStored() throws IOException {
        kotlinPom();
        String code = gettingStarted.code("kotlin", "kotlin");
        assertThat(code).containsOnlyOnce("payload(CancelOrder(42))");
        pasteKotlin(code.replace("payload(CancelOrder(42))", "payload(mapOf(\"number\" to 42))"));
        awaitOutput(run(), gettingStarted.output("kotlin"));
    }

    /** The first version of the class adds the task and has no listener. */
    @Test
    @Tag("maven")
    void taskShouldRunInTheClassesOfARestartByDevTools() throws IOException, InterruptedException {
        pom(bootVersion, dependencies(starter, springBoot("spring-boot-devtools")));
        String code = readme.code("spring");
        String withoutListener = code.replaceFirst("(?m)^ *@DelayQueueListener.*\n", "");
        assertThat(withoutListener).isNotEqualTo(code);
        paste(withoutListener.replace("Duration.ofSeconds(3)", "Duration.ZERO"));
        Process application = run();
        awaitOutput(application, Pattern.compile("Started ShopApplication"));

        paste(code.replace("Task.of(\"orders\"", "Task.of(\"others\""));
        Process compiler = start(mvn("compile"), project.resolve("compiler-output"));
        assertThat(compiler.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        awaitOutput(application, readme.output("spring"));
    }

    @Test
    @Tag("gradle")
    void applicationShouldRunWithGradle() throws IOException {
        write("build.gradle.kts", gettingStarted.code("gradle", "kotlin"));
        paste(readme.code("spring"));
        awaitOutput(runWithGradle(), readme.output("spring"));
    }

    @Test
    @Tag("gradle")
    void applicationInKotlinShouldRunWithGradle() throws IOException {
        write("build.gradle.kts", gettingStarted.code("gradle-kotlin", "kotlin"));
        pasteKotlin(gettingStarted.code("kotlin", "kotlin"));
        awaitOutput(runWithGradle(), gettingStarted.output("kotlin"));
    }

    private void pom(String boot, String content) throws IOException {
        write("pom.xml", """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                    <modelVersion>4.0.0</modelVersion>
                    <parent>
                        <groupId>org.springframework.boot</groupId>
                        <artifactId>spring-boot-starter-parent</artifactId>
                        <version>%s</version>
                        <relativePath/>
                    </parent>
                    <groupId>com.example</groupId>
                    <artifactId>shop</artifactId>
                    <version>1</version>
                %s
                </project>
                """.formatted(boot, content));
    }

    private static String dependencies(String... dependencies) {
        return Stream.of(dependencies).collect(Collectors.joining("", "<dependencies>", "</dependencies>"));
    }

    private static String springBoot(String artifact) {
        return "<dependency><groupId>org.springframework.boot</groupId><artifactId>" + artifact
                + "</artifactId></dependency>";
    }

    private void paste(String java) throws IOException {
        write("src/main/java/com/example/shop/ShopApplication.java", java);
    }

    private void pasteKotlin(String kotlin) throws IOException {
        write("src/main/kotlin/com/example/shop/ShopApplication.kt", kotlin);
    }

    private void kotlinPom() throws IOException {
        pom(
                bootVersion,
                dependencies(gettingStarted.code("kotlin-dependencies", "xml"))
                        + gettingStarted.code("kotlin-build", "xml"));
    }

    private void write(String file, String text) throws IOException {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Process run(String... arguments) throws IOException {
        return start(
                mvn("spring-boot:run", "-Dspring-boot.run.arguments=" + redisAnd(arguments)),
                project.resolve("output"));
    }

    private Process runWithGradle() throws IOException {
        write("settings.gradle.kts", "rootProject.name = \"shop\"\n");
        return start(List.of("gradle", "--no-daemon", "bootRun", "--args=" + redisAnd()), project.resolve("output"));
    }

    private String redisAnd(String... arguments) {
        return "--spring.data.redis.host=%s --spring.data.redis.port=%s %s"
                .formatted(redis.host(), redis.port(), String.join(" ", arguments));
    }

    /** Surefire sets the property to the local repository of the build. */
    private static List<String> mvn(String... arguments) {
        List<String> command = new ArrayList<>(
                List.of("mvn", "-B", "-q", "-Dmaven.repo.local=" + System.getProperty("localRepository")));
        command.addAll(List.of(arguments));
        return command;
    }

    private Process start(List<String> command, Path output) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        processes.add(process);
        return process;
    }

    private void awaitOutput(Process process, Pattern pattern) throws IOException {
        await().atMost(PATIENCE).until(() -> pattern.matcher(output()).find() || !process.isAlive());
        assertThat(output()).containsPattern(pattern);
    }

    private String output() throws IOException {
        return Files.readString(project.resolve("output"));
    }
}
