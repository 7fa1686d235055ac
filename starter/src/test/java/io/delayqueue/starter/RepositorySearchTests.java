package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Lines of Spring Data at the start of an application with the starter. */
@ExtendWith(OutputCaptureExtension.class)
class RepositorySearchTests {

    @EnableAutoConfiguration
    static class Application {}

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 0"})
    void propertyShouldSwitchOffTheSearchForRepositories(boolean enabled, int lines, CapturedOutput output) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setRegisterShutdownHook(false);
        application
                .run("--delayqueue.enabled=false", "--spring.data.redis.repositories.enabled=" + enabled)
                .close();
        assertThat(List.of(
                        "Multiple Spring Data modules found",
                        "Bootstrapping Spring Data Redis",
                        "Finished Spring Data repository scanning"))
                .allSatisfy(start -> assertThat(output.getOut().lines().filter(line -> line.contains(start)))
                        .hasSize(lines));
    }
}
