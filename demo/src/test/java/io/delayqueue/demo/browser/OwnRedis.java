package io.delayqueue.demo.browser;

import io.delayqueue.testing.RedisServer;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Redis of the shop in these tests. */
final class OwnRedis implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    static final RedisServer SERVER = RedisServer.builder().appendOnly().start();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        TestPropertyValues.of("spring.data.redis.host=" + SERVER.host(), "spring.data.redis.port=" + SERVER.port())
                .applyTo(context);
    }
}
