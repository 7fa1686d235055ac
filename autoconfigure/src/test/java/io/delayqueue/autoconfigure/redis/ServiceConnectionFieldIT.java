package io.delayqueue.autoconfigure.redis;

import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.ConfigurableApplicationContext;

/** Container in a field, as in a test of an application. */
@SpringBootTest(
        classes = Application.class,
        properties = {"spring.data.redis.host=nowhere.invalid", "test.group=field"})
class ServiceConnectionFieldIT {

    @ServiceConnection
    static final NoContainer redis = new NoContainer(RedisServer.shared().port());

    @Test
    void containerShouldBeTheRedisOfTheQueue(@Autowired ConfigurableApplicationContext context) {
        Application.assertDelivers("localhost:" + RedisServer.shared().port(), context);
    }
}
