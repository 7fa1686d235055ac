package io.delayqueue.autoconfigure.redis;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.annotation.DirtiesContext;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The same tests in a container, if Docker is available. */
@Testcontainers(disabledWithoutDocker = true)
@DirtiesContext
@SpringBootTest(
        classes = Application.class,
        properties = {"spring.data.redis.host=nowhere.invalid", "test.group=container"})
class RedisContainerIT {

    @Container
    @ServiceConnection
    static final GenericContainer<?> redis = new GenericContainer<>("redis:8").withExposedPorts(6379);

    @Test
    void containerShouldBeTheRedisOfTheQueue(@Autowired ConfigurableApplicationContext context) {
        Application.assertDelivers(redis.getHost() + ":" + redis.getFirstMappedPort(), context);
    }
}
