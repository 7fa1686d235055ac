package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The applications in the README. */
@Tag("maven")
class PasteIT extends PastedProject {

    PasteIT() throws IOException {}

    @Test
    void applicationShouldRun() throws IOException {
        write("pom.xml", gettingStarted.code("maven", "xml"));
        paste(readme.code("spring"));
        awaitOutput(run(), readme.output("spring"));
    }

    @Test
    void applicationShouldRunWithoutRedis() throws IOException {
        String command = "mvn spring-boot:test-run -Dspring-boot.run.arguments=--delayqueue.store=memory";
        assertThat(readme.text()).contains("`" + command + "`");
        write("pom.xml", gettingStarted.code("maven", "xml"));
        paste(readme.code("spring"));
        awaitOutput(command(command), readme.output("spring"));
    }

    @Test
    void plainJavaShouldRunWithCoreAlone() throws IOException {
        assertThat(readme.text()).contains("Plain Java without Spring needs the artifact `delayqueue-core`:");
        plainPom(starter.replace("delayqueue-spring-boot-starter", "delayqueue-core"));
        String code = readme.code("plain-java");
        paste(code.replace("\"localhost\", 6379", "\"" + redis.host() + "\", " + redis.port()));
        awaitOutput(mvn("compile", "exec:java", "-Dexec.mainClass=PlainJava"), readme.output("plain-java"));
    }
}
