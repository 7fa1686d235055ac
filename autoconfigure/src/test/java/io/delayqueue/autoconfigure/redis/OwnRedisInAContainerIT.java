package io.delayqueue.autoconfigure.redis;

import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** Container for a queue with its own Redis, as in a test of an application. */
@SpringBootTest(
        classes = Application.class,
        properties = {
            "spring.data.redis.host=nowhere.invalid",
            "delayqueue.default-queue=false",
            "delayqueue.queues.billing.redis.url=redis://nowhere.invalid:6379",
            "test.queue=billing",
            "test.group=own"
        })
@Import(OwnRedisInAContainerIT.Containers.class)
class OwnRedisInAContainerIT {

    @TestConfiguration(proxyBeanMethods = false)
    static class Containers {

        @Bean
        NoContainer billingRedis() {
            return new NoContainer(RedisServer.shared().port());
        }

        @Bean
        DynamicPropertyRegistrar billing(NoContainer redis) {
            return properties -> properties.add(
                    "delayqueue.queues.billing.redis.url",
                    () -> "redis://" + redis.getHost() + ":" + redis.getMappedPort(6379));
        }
    }

    @Test
    void containerShouldBeTheRedisOfTheQueue(@Autowired ConfigurableApplicationContext context) {
        Application.assertDelivers("localhost:" + RedisServer.shared().port(), context);
    }
}
