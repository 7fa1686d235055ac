package io.delayqueue.jdbc;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Lets changes of tasks wait for the commit unless the application decides otherwise, because it has this module. Without an order, and so
 * after the processors that load the application's own properties.
 */
final class TransactionsOn implements EnvironmentPostProcessor {

    private static final String PROPERTY = "delayqueue.transactions.enabled";

    /** With the lowest precedence, below properties of configuration classes. */
    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (!Binder.get(environment).bind(PROPERTY, String.class).isBound()) {
            DefaultPropertiesPropertySource.addOrMerge(Map.of(PROPERTY, "true"), environment.getPropertySources());
        }
    }
}
