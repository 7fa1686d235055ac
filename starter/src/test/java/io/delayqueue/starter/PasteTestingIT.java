package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.MarkedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole files and commands in docs/testing.md. */
@Tag("maven")
class PasteTestingIT extends PastedProject {

    private final MarkedText page = MarkedText.read(Path.of("..", "docs", "testing.md"));

    private final Map<String, String> files = page.files();

    PasteTestingIT() throws IOException {}

    @Test
    void testsShouldPass() throws IOException, InterruptedException {
        pasteFiles();
        testShouldPass();
    }

    @Test
    void testsShouldPassWithSpringBoot40() throws IOException, InterruptedException {
        pasteFiles();
        write(
                "pom.xml",
                gettingStarted
                        .code("maven", "xml")
                        .replace("<version>" + bootVersion + "</version>", "<version>" + SPRING_BOOT_40 + "</version>")
                        .replace("</parent>", "</parent>" + LATER_JEDIS));
        testShouldPass();
        assertThat(output()).contains(":: Spring Boot ::").contains("(v" + SPRING_BOOT_40 + ")");
    }

    private void testShouldPass() throws IOException, InterruptedException {
        awaitSuccess(mvn("test"));
        assertThat(output()).doesNotContain("multiple occurrences of org.json");
        assertThat(project.resolve("target/surefire-reports/com.example.shop.OrdersTests.txt"))
                .content()
                .contains("Tests run: 3, Failures: 0, Errors: 0");
    }

    @Test
    void applicationShouldRunWithoutRedis() throws IOException {
        pasteFiles();
        redis.close();
        String command = page.linesUnder("A local run without Redis", "shell").get(0);
        awaitOutput(command(command), Pattern.compile("Started ShopApplication"));
        assertThat(output()).containsPattern("WARN .*lost when it ends");
    }

    @Test
    void plainJavaShouldRunWithTheTestKitAlone() throws IOException {
        plainPom(page.blockUnder("The dependency", "xml"));
        pasteTest(Files.readString(
                Path.of("..", "test", "src", "test", "java", "com", "example", "shop", "PlainJava.java")));
        awaitOutput(
                mvn(
                        "test-compile",
                        "exec:java",
                        "-Dexec.classpathScope=test",
                        "-Dexec.mainClass=com.example.shop.PlainJava"),
                Pattern.compile("Reminding Alice at 2026-01-31T00:00:00Z"));
    }

    /** The files replace those of the application. */
    private void pasteFiles() throws IOException {
        assertThat(files).hasSize(6);
        write("pom.xml", gettingStarted.code("maven", "xml"));
        paste(readme.code("spring"));
        for (Map.Entry<String, String> file : files.entrySet()) {
            if (file.getKey().contains("Test") || file.getValue().contains("io.delayqueue.test.")) {
                pasteTest(file.getValue());
            } else {
                paste(file.getValue());
            }
        }
    }
}
