package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.delayqueue.redis.RedisBackend;
import io.delayqueue.store.Backend;
import io.delayqueue.test.DelayQueueTestKit;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

/** An application of a test never connects to the Redis in its properties. */
class NoRedisContactedTests {

    @AutoClose
    private static final ListeningPort REDIS = new ListeningPort();

    @SpringBootTest(
            classes = {Shop.class, OwnStore.class},
            properties = "spring.main.allow-bean-definition-overriding=false",
            webEnvironment = WebEnvironment.NONE)
    @AutoConfigureDelayQueueTest
    static class ShopTest {

        @DynamicPropertySource
        static void redis(DynamicPropertyRegistry registry) {
            registry.add("spring.data.redis.port", REDIS::number);
            registry.add("delayqueue.redis.port", REDIS::number);
            registry.add("delayqueue.queues.billing.redis.port", REDIS::number);
        }
    }

    /** Backend of the application in Redis, which is replaced too. */
    @Configuration(proxyBeanMethods = false)
    static class OwnStore {

        @Bean
        Backend ownStore() {
            return RedisBackend.connect("localhost", REDIS.number());
        }
    }

    @Test
    void redisShouldNotBeContacted() {
        TestContext test = new TestContextManager(ShopTest.class).getTestContext();
        ApplicationContext application = test.getApplicationContext();
        DelayQueueTestKit kit = application.getBean(DelayQueueTestKit.class);
        application.getBean(Shop.Orders.class).place(1);
        application.getBean(Shop.Invoices.class).write("May", kit.now().plusSeconds(60));
        kit.advance(Shop.TIME_TO_PAY);
        assertThat(application.getBean(Shop.Journal.class).lines)
                .containsExactly("send May", "report", "cancel 1 attempt 1");
        test.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
        assertThat(REDIS.connections()).isZero();
    }

    /** Precondition of the other test: a connection is detected. */
    @Test
    void applicationOutsideOfATestShouldContactIt() {
        SpringApplication application = new SpringApplication(Shop.class);
        application.setDefaultProperties(Map.of(
                "server.port", "0",
                "delayqueue.queues.billing.lease", "40s",
                "spring.data.redis.timeout", "1s",
                "spring.data.redis.port", REDIS.number()));
        assertThatException().isThrownBy(() -> application.run().close());
        assertThat(REDIS.connections()).isPositive();
    }
}
