package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

/** Health of an application with tasks in memory and Spring Boot's Redis on its class path. */
class HealthOfAllTests {

    private static final ListeningPort REDIS = new ListeningPort();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.RANDOM_PORT)
    @AutoConfigureDelayQueueTest
    static class KitTest {

        @DynamicPropertySource
        static void redis(DynamicPropertyRegistry registry) {
            registry.add("spring.data.redis.port", REDIS::number);
            registry.add("spring.data.redis.timeout", () -> "50ms");
        }
    }

    @AfterEach
    void count() {
        REDIS.connections();
    }

    @Test
    void healthOfATestShouldNotAskRedis() throws Exception {
        TestContext test = new TestContextManager(KitTest.class).getTestContext();
        HttpResponse<String> health = health(test.getApplicationContext());
        test.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
        assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
        assertThat(REDIS.connections()).isZero();
    }

    @Test
    void healthOfALocalRunShouldNotAskRedis() throws Exception {
        HttpResponse<String> health = healthOfARun();
        assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
        assertThat(REDIS.connections()).isZero();
    }

    /** Even as a default property, which has the lowest precedence. */
    @Test
    void healthShouldAskRedisIfTheApplicationSaysSo() throws Exception {
        HttpResponse<String> health = healthOfARun("management.health.redis.enabled");
        assertThat(health.statusCode()).as(health.body()).isEqualTo(503);
        assertThat(REDIS.connections()).isPositive();
    }

    private static HttpResponse<String> healthOfARun(String... more) throws Exception {
        SpringApplication spring = new SpringApplication(Application.class);
        Map<String, Object> properties = new HashMap<>(Map.of(
                "server.port", "0",
                "delayqueue.store", "memory",
                "spring.data.redis.timeout", "1s",
                "spring.data.redis.port", REDIS.number()));
        for (String property : more) {
            properties.put(property, "true");
        }
        spring.setDefaultProperties(properties);
        try (ConfigurableApplicationContext application = spring.run()) {
            return health(application);
        }
    }

    private static HttpResponse<String> health(ApplicationContext application) throws Exception {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/health"))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
