package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.testing.MarkedText;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Compiles and runs the loop in docs/pull-consumers.md. */
@ExtendWith(OutputCaptureExtension.class)
class PullConsumersIT {

    private final MarkedText page = MarkedText.read(Path.of("..", "docs", "pull-consumers.md"));

    private final RedisServer redis = RedisServer.start();

    PullConsumersIT() throws IOException {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {}

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void loopShouldCancelOrdersUntilTheApplicationStops(@TempDir Path folder, CapturedOutput output)
            throws IOException {
        CompletableFuture<Void> loop;
        try (PastedCode code = PastedCode.compile(page.code("loop"), folder);
                ConfigurableApplicationContext context = run()) {
            DelayQueueService service = context.getBean(DelayQueueService.class);
            loop = CompletableFuture.runAsync(
                    () -> code.call("run", TaskPuller.class, context.getBean(TaskPuller.class)), OwnThread::start);
            service.addTask(Task.of("orders", "cancel-unpaid")
                    .payload(Map.of("number", 42))
                    .build());
            await().untilAsserted(() -> assertThat(output.getOut()).contains("Cancelling order 42, attempt 1"));
            await().until(() -> service.countTasks("orders").stream().allMatch(counts -> counts.reserved() == 0));
            service.addTask(Task.of("orders", "cancel-unpaid")
                    .id("bad")
                    .payload("no order")
                    .build());
            await().untilAsserted(() -> assertThat(service.findTask("orders", "bad"))
                    .hasValueSatisfying(task -> {
                        assertThat(task.state()).isEqualTo(TaskState.DELAYED);
                        assertThat(task.lastError().message()).contains("payload must fit CancelLoop$CancelOrder");
                    }));
        }
        await().until(loop::isDone);
        assertThat(loop).isNotCompletedExceptionally();
    }

    private ConfigurableApplicationContext run() {
        return SpringApplication.run(
                Shop.class,
                "--delayqueue.groups.orders=cancel-unpaid",
                "--spring.data.redis.host=" + redis.host(),
                "--spring.data.redis.port=" + redis.port(),
                "--spring.main.web-application-type=none");
    }
}
