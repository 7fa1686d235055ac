package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The application in the README. */
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
}
