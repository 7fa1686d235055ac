package io.delayqueue.test.autoconfigure;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/** Disables the health of Redis in an application without it, unless the application enables it. */
final class RedisHealthOff implements EnvironmentPostProcessor, Ordered {

    private static final String PROPERTY = "management.health.redis.enabled";

    RedisHealthOff() {}

    /** After the application's own properties. */
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

    /** With the lowest precedence, below properties of configuration classes. */
    static void apply(ConfigurableEnvironment environment) {
        if (text(environment, PROPERTY).isEmpty()) {
            DefaultPropertiesPropertySource.addOrMerge(Map.of(PROPERTY, "false"), environment.getPropertySources());
        }
    }

    private static String text(ConfigurableEnvironment environment, String property) {
        return Binder.get(environment).bind(property, String.class).orElse("");
    }
}
