package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** Complete application whose properties name a Redis that does not exist, so that it works only with another one. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Application {

    private final Queue<String> received = new ConcurrentLinkedQueue<>();

    static ConfigurableApplicationContext start(
            ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers(beans)
                .properties("spring.main.banner-mode=off", "spring.data.redis.host=nowhere.invalid")
                .properties("test.group=g" + UUID.randomUUID())
                .properties(Stream.of(properties).toArray(String[]::new))
                .run();
    }

    static void assertDelivers(
            String address, ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        try (ConfigurableApplicationContext context = start(beans, properties)) {
            assertDelivers(address, context);
        }
    }

    static void assertDelivers(String address, ConfigurableApplicationContext context) {
        assertThat(bean(context, Backend.class).address()).isEqualTo(address);
        String group = context.getEnvironment().getRequiredProperty("test.group");
        bean(context, DelayQueueService.class)
                .addTask(Task.of(group, "greet")
                        .payload("Ada")
                        .delay(Duration.ofMillis(50))
                        .build());
        Queue<String> received = context.getBean(Application.class).received;
        await().untilAsserted(() -> assertThat(received).containsExactly("Ada"));
    }

    /** Service of the queue whose name is in the property {@code test.queue}, else of the default queue. */
    private static <T> T bean(ConfigurableApplicationContext context, Class<T> type) {
        String queue = context.getEnvironment().getProperty("test.queue");
        return queue == null
                ? context.getBean(type)
                : BeanFactoryAnnotationUtils.qualifiedBeanOfType(context.getBeanFactory(), type, queue);
    }

    @DelayQueueListener(queue = "${test.queue:}", group = "${test.group}", topic = "greet")
    void greet(String name) {
        received.add(name);
    }
}
