package io.delayqueue.meters;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.testing.RedisServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Application with a Prometheus registry, and callbacks with every outcome. */
@SpringBootApplication
class MeteredApplication {

    final CountDownLatch release = new CountDownLatch(1);

    @DelayQueueListener(group = "${meters.group}", topic = "work")
    void work(String payload) {}

    @DelayQueueListener(group = "${meters.group}", topic = "flaky")
    void flaky(String payload, TaskContext context) {
        if (context.attempt() == 1) {
            throw new IllegalStateException("the first attempt");
        }
    }

    @DelayQueueListener(group = "${meters.group}", topic = "doomed")
    void doomed(String payload) {
        throw new RejectTaskException("meant to be");
    }

    @DelayQueueListener(group = "${meters.group}", topic = "busy")
    void busy(String payload) throws InterruptedException {
        release.await();
    }

    @DelayQueueListener(group = "${meters.group}", topic = "halted")
    void halted(String payload) {}

    @DelayQueueListener(
            group = "${meters.group}",
            topic = "batch",
            batchSize = "10",
            batchLeast = "3",
            batchWait = "1h")
    void batch(List<String> payloads) {}

    /** Running instance. */
    record Running(ConfigurableApplicationContext context, String group) implements AutoCloseable {

        DelayQueueService service() {
            return context.getBean(DelayQueueService.class);
        }

        DelayQueueEngine engine() {
            return context.getBean(DelayQueueEngine.class);
        }

        String add(TaskBuilder task) {
            return service().addTask(task.build()).id();
        }

        TaskBuilder task(String topic) {
            return Task.of(group, topic).payload("something");
        }

        PrometheusMeterRegistry registry() {
            return context.getBean(PrometheusMeterRegistry.class);
        }

        Scrape scrape() {
            return Scrape.of(registry().scrape());
        }

        /** Value of the only sample with this name, this group and these labels. */
        double value(String name, String... labels) {
            return scrape().value(
                            name,
                            Stream.concat(Stream.of("group", group), Arrays.stream(labels))
                                    .toArray(String[]::new));
        }

        double ofTopic(String name, String topic) {
            return value(name, "topic", topic);
        }

        @Override
        public void close() {
            context.getBean(MeteredApplication.class).release.countDown();
            context.close();
        }
    }

    static Running start(RedisServer redis, String group, String... properties) {
        return start(redis, group, beans -> {}, properties);
    }

    static Running start(
            RedisServer redis, String group, Consumer<GenericApplicationContext> beans, String... properties) {
        Map<String, Object> defaults = Map.of(
                "meters.group", group,
                "spring.main.banner-mode", "off",
                "spring.data.redis.host", redis.host(),
                "spring.data.redis.port", redis.port(),
                "spring.data.redis.timeout", "500ms",
                "delayqueue.concurrency", "4",
                "delayqueue.retry.initial-delay", "10ms",
                "delayqueue.blocked-after", "1s",
                "delayqueue.metrics.depth-refresh", "100ms");
        ConfigurableApplicationContext context = new SpringApplicationBuilder(MeteredApplication.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers((GenericApplicationContext application) -> beans.accept(application))
                .properties(defaults)
                .properties(properties)
                .run();
        return new Running(context, group);
    }
}
