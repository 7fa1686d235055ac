package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The README's application with other settings, dependencies and versions of Spring Boot. */
@Tag("maven")
class PasteVariantsIT extends PastedProject {

    PasteVariantsIT() throws IOException {}

    @Test
    void applicationShouldRunWhenBeansAreLazy() throws IOException {
        springBootPom(bootVersion, dependencies(starter));
        paste(readme.code("spring"));
        awaitOutput(run("--spring.main.lazy-initialization=true"), readme.output("spring"));
    }

    @Test
    void applicationShouldRunBesideLettuce() throws IOException {
        springBootPom(bootVersion, dependencies(starter, springBoot("spring-boot-starter-data-redis")));
        paste(readme.code("spring"));
        awaitOutput(run("--debug"), readme.output("spring"));
        assertThat(output()).contains("LettuceConnectionConfiguration matched");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.7", SPRING_BOOT_40})
    void applicationShouldRunWithSpringBoot40AndLaterJedis(String version) throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "compatibility.md")))
                .contains(version, "`jedis.version` set to 7.4.1");
        springBootPom(version, LATER_JEDIS + dependencies(starter));
        paste(readme.code("spring"));
        awaitOutput(run(), readme.output("spring"));
    }

    @Test
    void applicationWithSpringBoot40AndItsJedisShouldSayWhatItNeeds() throws IOException {
        springBootPom("4.0.7", dependencies(starter));
        paste(readme.code("spring"));
        awaitOutput(run(), Pattern.compile("The queue needs a later version of Jedis than jedis-7\\.0\\..*\\.jar"));
    }

    @Test
    void applicationWithSpringBoot3ShouldSayWhatItNeeds() throws IOException {
        springBootPom("3.5.8", dependencies(starter));
        paste(readme.code("spring"));
        awaitOutput(run(), Pattern.compile("delayqueue needs Spring Boot 4\\.0 or later, found 3\\.5\\.8\\.\n"));
    }

    /** The first version of the class adds the task and has no listener. */
    @Test
    void taskShouldRunInTheClassesOfARestartByDevTools() throws IOException, InterruptedException {
        springBootPom(bootVersion, dependencies(starter, springBoot("spring-boot-devtools")));
        String code = readme.code("spring");
        String withoutListener = code.replaceFirst("(?m)^ *@DelayQueueListener.*\n", "");
        assertThat(withoutListener).isNotEqualTo(code);
        paste(withoutListener.replace("Duration.ofSeconds(3)", "Duration.ZERO"));
        Process application = run();
        awaitOutput(application, Pattern.compile("Started ShopApplication"));

        paste(code.replace("Task.of(\"orders\"", "Task.of(\"others\""));
        awaitEnd(start("compiler-output", mvnCommand("compile")));

        awaitOutput(application, readme.output("spring"));
    }

    private static String springBoot(String artifact) {
        return "<dependency><groupId>org.springframework.boot</groupId><artifactId>" + artifact
                + "</artifactId></dependency>";
    }
}
