package io.delayqueue.autoconfigure.redis;

import static org.mockito.Mockito.mock;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import redis.clients.jedis.DefaultJedisClientConfig;

/** Connection details and properties of Spring Boot. */
record BootRedis(DataRedisConnectionDetails details, DataRedisProperties properties) {

    /** Without Spring Data's own connections, which would connect to servers that do not exist. */
    private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, SslAutoConfiguration.class))
            .withBean(RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class));

    static BootRedis of(String... properties) {
        AtomicReference<BootRedis> redis = new AtomicReference<>();
        RUNNER.withPropertyValues(properties)
                .run(context -> redis.set(new BootRedis(
                        context.getBean(DataRedisConnectionDetails.class),
                        context.getBean(DataRedisProperties.class))));
        return redis.get();
    }

    BootRedis withDetails(DataRedisConnectionDetails others) {
        return new BootRedis(others, properties);
    }

    RedisConnectionsFactory factory() {
        return factory(builder -> {});
    }

    RedisConnectionsFactory factory(Consumer<DefaultJedisClientConfig.Builder> customizer) {
        return new RedisConnectionsFactory(details, properties, customizer);
    }

    ClientConfigs configs() {
        return configs(builder -> {});
    }

    ClientConfigs configs(Consumer<DefaultJedisClientConfig.Builder> customizer) {
        return new ClientConfigs(details, properties, customizer);
    }

    RedisTopology topology() {
        return RedisTopology.of(details, properties, configs());
    }
}
