package io.delayqueue.shop;

import io.delayqueue.testing.RedisServer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;

/** Typical application. Its group is in the property {@code shop.group}, so that tests are isolated. */
@SpringBootApplication
class ShopApplication {

    /** Starts an instance on the shared server. */
    static ConfigurableApplicationContext start(String group, String... properties) {
        return start(group, context -> {}, properties);
    }

    /** Starts an instance on the shared server, with more beans. */
    static ConfigurableApplicationContext start(
            String group, ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        RedisServer redis = RedisServer.shared();
        Stream<String> address =
                Stream.of("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port());
        return run(group, beans, Stream.concat(address, Arrays.stream(properties)));
    }

    /** Starts an instance on the Redis that the properties describe. */
    static ConfigurableApplicationContext startOn(String group, String... properties) {
        return run(group, context -> {}, Arrays.stream(properties));
    }

    private static ConfigurableApplicationContext run(
            String group, ApplicationContextInitializer<GenericApplicationContext> beans, Stream<String> properties) {
        return new SpringApplicationBuilder(ShopApplication.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers(beans)
                .properties("shop.group=" + group, "spring.main.banner-mode=off")
                .properties(properties.toArray(String[]::new))
                .run();
    }

    @Bean
    Queue<String> received() {
        return new ConcurrentLinkedQueue<>();
    }
}
