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

/** Compiles and runs the code in the README, and that without Spring in docs/getting-started.md. */
@ExtendWith(OutputCaptureExtension.class)
class ReadmeIT {

    private final MarkedText readme = MarkedText.read(Path.of("..", "README.md"));

    private final MarkedText gettingStarted = MarkedText.read(Path.of("..", "docs", "getting-started.md"));

    private final RedisServer redis = RedisServer.start();

    ReadmeIT() throws IOException {}

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void springApplicationShouldPrintWhatTheReadmeSays(@TempDir Path folder, CapturedOutput output) throws IOException {
        try (PastedCode code = PastedCode.compile(readme.code("spring"), folder);
                ConfigurableApplicationContext context = run(code)) {
            await().untilAsserted(() -> assertThat(output.getOut()).containsPattern(readme.output("spring")));
            assertThat(context.isRunning()).isTrue();
        }
    }

    private ConfigurableApplicationContext run(PastedCode code) {
        SpringApplication.Running running = SpringApplication.from(code::main)
                .run(
                        "--spring.data.redis.host=" + redis.host(),
                        "--spring.data.redis.port=" + redis.port(),
                        "--spring.main.web-application-type=none");
        return running.getApplicationContext();
    }

    @Test
    void openingShouldAddCancelAndRun(@TempDir Path folder, CapturedOutput output) throws IOException {
        String[] opening = readme.code("opening").split("\n", 3);
        String application = """
                package com.example.shop;

                import io.delayqueue.DelayQueueService;
                import io.delayqueue.Task;
                import io.delayqueue.annotation.DelayQueueListener;
                import java.time.Duration;
                import java.util.function.IntConsumer;
                import org.springframework.boot.ApplicationRunner;
                import org.springframework.boot.SpringApplication;
                import org.springframework.boot.autoconfigure.SpringBootApplication;
                import org.springframework.context.annotation.Bean;

                @SpringBootApplication
                public class Opening {

                    public static void main(String[] args) {
                        SpringApplication.run(Opening.class, args);
                    }

                    @Bean
                    ApplicationRunner orders(DelayQueueService delayQueueService) {
                        IntConsumer count = turn -> System.out.println("Tasks in turn " + turn + ": "
                                + delayQueueService.countTasks("orders").stream().mapToLong(topic -> topic.delayed()).sum());
                        return arguments -> {
                            ADD
                            count.accept(1);
                            CANCEL
                            count.accept(2);
                            ADD
                            delayQueueService.runTaskNow("orders", "order-42");
                        };
                    }

                    LISTENER
                }
                """;
        String code = application
                .replace("ADD", opening[0])
                .replace("CANCEL", opening[1])
                .replace("LISTENER", opening[2]);
        try (PastedCode pasted = PastedCode.compile(code, folder);
                ConfigurableApplicationContext context = run(pasted)) {
            await().untilAsserted(() -> assertThat(output.getOut().lines())
                    .containsSubsequence("Tasks in turn 1: 1", "Tasks in turn 2: 0", "Cancelling order 42"));
            assertThat(context.isRunning()).isTrue();
        }
    }

    @Test
    void plainJavaShouldPrintWhatThePageSays(@TempDir Path folder, CapturedOutput output) throws IOException {
        String address = "\"localhost\", 6379";
        assertThat(gettingStarted.code("plain-java")).containsOnlyOnce(address);
        String code = gettingStarted.code("plain-java").replace(address, "\"" + redis.host() + "\", " + redis.port());
        try (PastedCode pasted = PastedCode.compile(code, folder)) {
            pasted.main();
        }
        assertThat(output.getOut()).containsPattern(gettingStarted.output("plain-java"));
    }
}
