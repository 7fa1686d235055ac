package io.delayqueue.test.autoconfigure;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/** Has health not ask the Redis that an application in memory does without, unless the application says that it should. */
final class RedisHealthOff implements EnvironmentPostProcessor, Ordered {

    private static final String PROPERTY = "management.health.redis.enabled";

    RedisHealthOff() {}

    /** After the application's own properties are there. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (text(environment, "delayqueue.store").equalsIgnoreCase("memory")) {
            apply(environment);
        }
    }

    /** Among the weakest properties, which go behind those of the configuration classes too. */
    static void apply(ConfigurableEnvironment environment) {
        if (text(environment, PROPERTY).isEmpty()) {
            DefaultPropertiesPropertySource.addOrMerge(Map.of(PROPERTY, "false"), environment.getPropertySources());
        }
    }

    private static String text(ConfigurableEnvironment environment, String property) {
        return Binder.get(environment).bind(property, String.class).orElse("");
    }
}
