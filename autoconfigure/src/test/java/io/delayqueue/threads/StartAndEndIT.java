package io.delayqueue.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** When an application begins to consume, and whether it ends with its main method. */
class StartAndEndIT {

    @RegisterExtension
    private final Closing closing = new Closing();

    private final String group = "g" + UUID.randomUUID();

    private final RedisServer server = RedisServer.shared();

    private final DelayQueueService service = closing.closing(
                    DelayQueueEngine.builder(RedisBackend.connect(server.host(), server.port()))
                            .build())
            .service();

    @EnableAutoConfiguration
    static class Adding {

        @Bean
        ApplicationRunner add(DelayQueueService service) {
            return arguments -> service.addTask(
                    Task.of(arguments.getOptionValues("group").get(0), "t").build());
        }

        public static void main(String[] arguments) {
            SpringApplication application = new SpringApplication(Adding.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            application.run(arguments);
        }
    }

    static class Listening extends Adding {

        @DelayQueueListener(group = "${group}", topic = "t")
        void handle() {}

        public static void main(String[] arguments) {
            SpringApplication application = new SpringApplication(Listening.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            application.run(arguments);
        }
    }

    static class Warming {

        final Queue<String> events = new ConcurrentLinkedQueue<>();

        @Bean
        ApplicationRunner warm() {
            return arguments -> events.add("warm");
        }

        @DelayQueueListener(group = "${group}", topic = "t")
        void handle() {
            events.add("called");
        }
    }

    private String[] arguments(String... more) {
        return Stream.concat(
                        Stream.of(
                                "--spring.data.redis.host=" + server.host(),
                                "--spring.data.redis.port=" + server.port(),
                                "--spring.docker.compose.enabled=false",
                                "--group=" + group),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(classes = {Adding.class, Listening.class})
    void applicationThatOnlyAddsShouldEndWithItsMainMethod(Class<?> application) throws IOException {
        String consume = "--delayqueue.consume=" + (application == Adding.class);
        Process process = closing.killing(OtherJvm.start(application, (Object[]) arguments(consume)));
        await().until(() -> !process.isAlive());
        assertThat(process.exitValue()).isZero();
        assertThat(service.countTasks(group)).singleElement().satisfies(counts -> assertThat(counts.total())
                .isOne());
    }

    private ConfigurableApplicationContext run(String start) {
        SpringApplication application = new SpringApplication(Adding.class, Warming.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        return closing.closing(application.run(arguments("--delayqueue.start=" + start)));
    }

    @Test
    void applicationShouldConsumeAfterItsRunnersIfItStartsWhenItIsReady() {
        service.addTask(Task.of(group, "t").maxAttempts(1).build());
        Queue<String> events = run("ready").getBean(Warming.class).events;
        await().until(() -> events.size() == 3);
        assertThat(List.copyOf(events)).containsExactly("warm", "called", "called");
    }

    @Test
    void applicationShouldConsumeWhenItsEngineIsStartedByHand() {
        ConfigurableApplicationContext context = run("manual");
        Queue<String> events = context.getBean(Warming.class).events;
        assertThat(List.copyOf(events)).containsExactly("warm");
        assertThat(context.getBean(DelayQueueEngine.class).isRunning()).isFalse();
        context.getBean(DelayQueueEngine.class).start();
        await().until(() -> events.contains("called"));
    }
}
