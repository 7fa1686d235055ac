package io.delayqueue.demo.browser;

import io.delayqueue.testing.RedisServer;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Redis of the shop in these tests. It ends with the JVM, after the shop, whose end needs it. */
final class OwnRedis implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    static final RedisServer SERVER =
            RedisServer.builder().appendOnly().endsWhenClosed().start();

    static {
        SpringApplication.getShutdownHandlers().add(SERVER::close);
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        TestPropertyValues.of("spring.data.redis.host=" + SERVER.host(), "spring.data.redis.port=" + SERVER.port())
                .applyTo(context);
    }
}
