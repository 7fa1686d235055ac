package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.MarkedText;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Compiles and runs the code in the README. */
@ExtendWith(OutputCaptureExtension.class)
class ReadmeIT {

    private final MarkedText readme = MarkedText.read(Path.of("..", "README.md"));

    private final RedisServer redis = RedisServer.start();

    ReadmeIT() throws IOException {}

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void springApplicationShouldPrintWhatTheReadmeSays(@TempDir Path folder, CapturedOutput output) throws IOException {
        try (PastedCode code = PastedCode.compile(readme.code("spring"), folder)) {
            SpringApplication.Running running = SpringApplication.from(code::main)
                    .run(
                            "--spring.data.redis.host=" + redis.host(),
                            "--spring.data.redis.port=" + redis.port(),
                            "--spring.main.web-application-type=none");
            try (ConfigurableApplicationContext context = running.getApplicationContext()) {
                await().untilAsserted(() -> assertThat(output.getOut()).containsPattern(readme.output("spring")));
                assertThat(context.isRunning()).isTrue();
            }
        }
    }

    @Test
    void plainJavaShouldPrintWhatTheReadmeSays(@TempDir Path folder, CapturedOutput output) throws IOException {
        String address = "\"localhost\", 6379";
        assertThat(readme.code("plain-java")).containsOnlyOnce(address);
        String code = readme.code("plain-java").replace(address, "\"" + redis.host() + "\", " + redis.port());
        try (PastedCode pasted = PastedCode.compile(code, folder)) {
            pasted.main();
        }
        assertThat(output.getOut()).containsPattern(readme.output("plain-java"));
    }
}
