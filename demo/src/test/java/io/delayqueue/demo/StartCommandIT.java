package io.delayqueue.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The command of the README that starts the demo. */
class StartCommandIT {

    /** Maven runs the goal in every module that the demo needs. The first one is the BOM, which inherits from none. */
    @Test
    void goalShouldBeKnownInTheFirstModule() throws IOException, InterruptedException {
        assertThat(Files.readString(Path.of("..", "README.md"))).contains("\nmvn -q -pl demo -am spring-boot:run\n");
        Process maven = new ProcessBuilder(
                        // Surefire sets the property to the local repository of the build.
                        "mvn",
                        "-B",
                        "-q",
                        "-o",
                        "-Dmaven.repo.local=" + System.getProperty("localRepository"),
                        "-f",
                        "../bom/pom.xml",
                        "spring-boot:run")
                .redirectErrorStream(true)
                .start();
        String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(maven.waitFor()).as(output).isZero();
    }
}
