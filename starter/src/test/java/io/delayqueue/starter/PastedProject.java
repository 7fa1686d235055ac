package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.MarkedText;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * An empty project into which blocks of the documentation are pasted, run by the build tools of applications. It needs the artifacts in
 * the local repository.
 */
abstract class PastedProject {

    /** Surefire sets the property to the local repository of the build. */
    static final String LOCAL_REPOSITORY = "-Dmaven.repo.local=" + System.getProperty("localRepository");

    static final String SPRING_BOOT_40 = "4.0.9";

    /** What an application with Spring Boot 4.0 sets: docs/compatibility.md. */
    static final String LATER_JEDIS = "<properties><jedis.version>7.4.1</jedis.version></properties>";

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    final MarkedText readme = MarkedText.read(Path.of("..", "README.md"));

    final MarkedText gettingStarted = MarkedText.read(Path.of("..", "docs", "getting-started.md"));

    final String starter = readme.blockUnder("Add it", "xml");

    final String bootVersion = bootVersion();

    final RedisServer redis = RedisServer.start();

    private final List<Process> processes = new ArrayList<>();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path project;

    PastedProject() throws IOException {}

    private static String bootVersion() throws IOException {
        Matcher version = Pattern.compile("<spring-boot\\.version>(.*?)<")
                .matcher(Files.readString(Path.of("..", "bom", "pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

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

    void pom(String content) throws IOException {
        write("pom.xml", """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                    <modelVersion>4.0.0</modelVersion>
                    <groupId>com.example</groupId>
                    <artifactId>shop</artifactId>
                    <version>1</version>
                %s
                </project>
                """.formatted(content));
    }

    void springBootPom(String version, String content) throws IOException {
        pom("""
                <parent>
                    <groupId>org.springframework.boot</groupId>
                    <artifactId>spring-boot-starter-parent</artifactId>
                    <version>%s</version>
                    <relativePath/>
                </parent>
                %s
                """.formatted(version, content));
    }

    void plainPom(String dependency) throws IOException {
        pom("""
                <properties>
                    <maven.compiler.source>17</maven.compiler.source>
                    <maven.compiler.target>17</maven.compiler.target>
                </properties>
                %s
                """.formatted(dependencies(dependency)));
    }

    static String dependencies(String... dependencies) {
        return Stream.of(dependencies).collect(Collectors.joining("", "<dependencies>", "</dependencies>"));
    }

    void paste(String java) throws IOException {
        write("src/main/java/" + MarkedText.path(java), java);
    }

    void pasteTest(String java) throws IOException {
        write("src/test/java/" + MarkedText.path(java), java);
    }

    void pasteKotlin(String kotlin) throws IOException {
        write("src/main/kotlin/com/example/shop/ShopApplication.kt", kotlin);
    }

    void write(String file, String text) throws IOException {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    Process run(String... arguments) throws IOException {
        return mvn("spring-boot:run", "-Dspring-boot.run.arguments=" + String.join(" ", arguments));
    }

    /** Starts a command of the documentation. */
    Process command(String command) throws IOException {
        assertThat(command).startsWith("mvn ");
        return start("output", "sh", "-c", String.join(" ", mvnCommand()) + command.substring("mvn".length()));
    }

    Process mvn(String... arguments) throws IOException {
        return start("output", mvnCommand(arguments));
    }

    static String[] mvnCommand(String... arguments) {
        return Stream.concat(Stream.of("mvn", "-B", "-q", LOCAL_REPOSITORY), Stream.of(arguments))
                .toArray(String[]::new);
    }

    /**
     * Starts a program, with the Redis of the test and a free port for applications. Maven does not look for the settings of a project
     * around it.
     */
    Process start(String output, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(project.resolve(output).toFile());
        builder.environment()
                .putAll(Map.of(
                        "SPRING_DATA_REDIS_HOST", redis.host(),
                        "SPRING_DATA_REDIS_PORT", String.valueOf(redis.port()),
                        "SERVER_PORT", "0",
                        "MAVEN_BASEDIR", project.toString()));
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    static void awaitEnd(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    void awaitSuccess(Process process) throws IOException, InterruptedException {
        awaitEnd(process);
        assertThat(process.exitValue()).as(output()).isZero();
    }

    Matcher awaitOutput(Process process, Pattern pattern) throws IOException {
        await().atMost(PATIENCE).until(() -> pattern.matcher(output()).find() || !process.isAlive());
        Matcher found = pattern.matcher(output());
        assertThat(found.find()).as("\"%s\" in\n%s", pattern, output()).isTrue();
        return found;
    }

    String output() throws IOException {
        return Files.readString(project.resolve("output"));
    }
}
