package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.test.DelayQueueTestKit;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Application without Redis: the real engine on a store in memory. */
@ExtendWith(OutputCaptureExtension.class)
class InMemoryStoreTests {

    private static final Set<String> DELIVERED = ConcurrentHashMap.newKeySet();

    private static final ListeningPort REDIS = new ListeningPort();

    private static ConfigurableApplicationContext application;

    private static String output;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = DataRedisAutoConfiguration.class)
    static class Application {

        @Bean
        Listener listener() {
            return new Listener();
        }
    }

    static class Listener {

        @DelayQueueListener(group = "orders", topic = "cancel")
        void cancel(String order) {
            DELIVERED.add(order);
        }

        @DelayQueueListener(queue = "billing", group = "orders", topic = "cancel")
        void send(String invoice) {
            DELIVERED.add("billing " + invoice);
        }
    }

    @BeforeAll
    static void start(CapturedOutput captured) {
        application = run();
        output = captured.getAll();
    }

    private static ConfigurableApplicationContext run(String... more) {
        SpringApplication spring = new SpringApplication(Application.class);
        spring.setDefaultProperties(Map.of(
                "server.port", "0",
                "delayqueue.store", "memory",
                "delayqueue.queues.billing.groups.orders", "cancel",
                "spring.data.redis.port", REDIS.number(),
                "management.endpoints.web.exposure.include", "health,delayqueue",
                "management.endpoint.health.show-details", "always"));
        return spring.run(more);
    }

    @AfterAll
    static void stop() {
        application.close();
        assertThat(REDIS.connections()).isZero();
        REDIS.close();
    }

    @Test
    void tasksShouldReachTheListenersOfTheirQueue() {
        add("delayQueueService", "one", Duration.ZERO);
        add("billingDelayQueueService", "two", Duration.ofMillis(200));
        await().untilAsserted(() -> assertThat(DELIVERED).containsExactlyInAnyOrder("one", "billing two"));
    }

    private static void add(String service, String payload, Duration delay) {
        application
                .getBean(service, DelayQueueService.class)
                .addTask(Task.of("orders", "cancel")
                        .payload(payload)
                        .delay(delay)
                        .build());
    }

    @Test
    void startShouldSayThatNothingIsDurable() {
        assertThat(output.lines().filter(line -> line.contains("in the memory of this process")))
                .hasSize(2)
                .allMatch(line -> line.contains("WARN"))
                .anyMatch(line -> line.contains(
                        "The tasks of the queue 'default' are in the memory of this process only, and lost when it"
                                + " ends: delayqueue.store is memory"))
                .anyMatch(line -> line.contains("'billing'"));
    }

    @Test
    void healthAndEndpointShouldKnowTheStore() throws Exception {
        JsonNode health = get("/actuator/health/delayQueue");
        assertThat(health.at("/status").asString()).isEqualTo("UP");
        assertThat(health.at("/components/default/details/address").asString()).isEqualTo("memory");
        assertThat(health.at("/components/billing/details/address").asString()).isEqualTo("memory");
        assertThat(get("/actuator/delayqueue").toString())
                .contains("\"orders\"")
                .contains("\"memory\"");
    }

    private static JsonNode get(String path) throws Exception {
        int port = Integer.parseInt(application.getEnvironment().getRequiredProperty("local.server.port"));
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    void nothingOfRedisOrOfTestsShouldBeThere() {
        ListableBeanFactory beans = application;
        assertThat(beans.getBeanNamesForType(RedisConnections.class)).isEmpty();
        assertThat(beans.getBeanNamesForType(DataRedisConnectionDetails.class)).isEmpty();
        assertThat(beans.getBeanNamesForType(DelayQueueTestKit.class)).isEmpty();
    }

    @Test
    void tasksShouldBeGoneWithTheApplication() {
        String id = "kept-nowhere";
        try (ConfigurableApplicationContext other = run()) {
            service(other)
                    .addTask(Task.of("orders", "later")
                            .id(id)
                            .delay(Duration.ofDays(1))
                            .build());
            assertThat(service(other).findTask("orders", id)).isPresent();
            assertThat(service(application).findTask("orders", id)).isEmpty();
        }
        try (ConfigurableApplicationContext again = run()) {
            assertThat(service(again).findTask("orders", id)).isEmpty();
            assertThat(again.getBean(DelayQueueEngine.class).isRunning()).isTrue();
        }
    }

    private static DelayQueueService service(BeanFactory beans) {
        return beans.getBean(DelayQueueService.class);
    }
}
